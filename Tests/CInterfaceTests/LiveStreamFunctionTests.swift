import CInterface
import CMediaPipe
import Dispatch
import MudraPlatform
import Testing

/// What the callbacks of live streams have seen: C has no place for a program's own pointer.
private enum Seen {
  static let times = Mutex<[Int64]>([])
  static let widths = Mutex<[Int32]>([])
  static let task = Mutex<UInt>(0)
  static let closed = DispatchSemaphore(value: 0)
  static let status = Mutex<MpStatus>(-1)

  static func reset() {
    times.withLock { $0 = [] }
    widths.withLock { $0 = [] }
  }
}

@Suite("Live streams from C", .serialized) struct LiveStreamFunctionTests {
  @Test func `closing answers the last frame, with its own picture, and none comes afterward`() throws {
    Seen.reset()
    let task = HeldCalls.hands(mode: 3) { status, result, image, time in
      Seen.times.withLock { $0.append(time) }
      Seen.widths.withLock { $0.append(status == 0 && result != nil ? MpImageGetWidth(image) : -1) }
    }
    for time in 0..<20 as Range<Int64> {
      var image: MpImagePtr?
      let width = Int32(8 + time)
      let pixels = [UInt8](repeating: 9, count: 3 * Int(width) * 8)
      #expect(MpImageCreateFromUint8Data(1, width, 8, pixels, Int32(pixels.count), &image, nil) == 0)
      #expect(MpHandLandmarkerDetectAsync(task, image, nil, time, nil) == 0)
      // The program needs it no longer.
      MpImageFree(image)
    }
    #expect(MpHandLandmarkerClose(task, nil) == 0)
    let times = Seen.times.withLock { $0 }
    #expect(times.first == 0)
    #expect(times.last == 19)
    #expect(times == Set(times).sorted())
    #expect(Seen.widths.withLock { $0 } == times.map { Int32(8 + $0) })
    #expect(MpHandLandmarkerDetectAsync(task, nil, nil, 30, nil) == 3)
  }

  @Test func `a frame that is not later has no effect, also on the picture of its time`() throws {
    Seen.reset()
    let image = try HeldCalls.image("Victory_left")
    let task = HeldCalls.hands(mode: 3) { _, _, image, time in
      Seen.times.withLock { $0.append(time) }
      Seen.widths.withLock { $0.append(MpImageGetWidth(image)) }
    }
    let width = MpImageGetWidth(image)
    for (time, status) in [(5, 0), (5, 3), (4, 3)] as [(Int64, MpStatus)] {
      #expect(MpHandLandmarkerDetectAsync(task, image, nil, time, nil) == status)
    }
    MpImageFree(image)
    #expect(MpHandLandmarkerClose(task, nil) == 0)
    #expect(Seen.times.withLock { $0 } == [5])
    #expect(Seen.widths.withLock { $0 } == [width])
  }

  @Test func `a callback may close its task`() throws {
    let image = try HeldCalls.image("Victory_left")
    let task = HeldCalls.hands(mode: 3) { _, _, _, _ in
      let status = MpHandLandmarkerClose(OpaquePointer(bitPattern: Seen.task.withLock { $0 }), nil)
      Seen.status.withLock { $0 = status }
      Seen.closed.signal()
    }
    Seen.task.withLock { $0 = UInt(bitPattern: task) }
    #expect(MpHandLandmarkerDetectAsync(task, image, nil, 1, nil) == 0)
    #expect(Seen.closed.wait(timeout: .now() + 60) == .success)
    #expect(Seen.status.withLock { $0 } == 0)
    #expect(MpHandLandmarkerClose(task, nil) == 3)
    MpImageFree(image)
  }
}
