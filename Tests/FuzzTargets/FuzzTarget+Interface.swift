#if canImport(CInterface)
  import CInterface
  import CMediaPipe
  import CMudra
  import Foundation
  import MudraPlatform
  import TestSupport

  extension FuzzTarget {
    /// Calls as a program in C makes them, in any order, with handles of any kind, options of any bytes, and JSON.
    static let interface = FuzzTarget(name: "interface", byteLimit: 256, seeds: interfaceSeeds) { bytes in
      var calls = InterfaceCalls(InputDecisions(bytes))
      for _ in 0..<24 { calls.next() }
      try require(calls.end(), "a handle that was given cannot be freed")
    }

    private static func interfaceSeeds() -> [[UInt8]] {
      (0..<32).map { seed in SeededGenerator.bytes(200, seed: UInt64(seed + 1)) }
    }
  }

  /// A program that makes mistakes. What it gives is its own memory: pointers to nowhere are not the library's fault.
  private struct InterfaceCalls {
    private static let model = PackageFolders.root.appendingPathComponent("Models/hand_landmarker.task").path
    /// Bytes of the options of hands in 1.2.3.
    private static let longestOptions = 112
    private static let pixels = [UInt8](repeating: 128, count: 64 * 64 * 4)

    private var decisions: InputDecisions
    private var images: [OpaquePointer?] = []
    private var tasks: [OpaquePointer?] = []
    private var sessions: [OpaquePointer?] = []
    private var trainers: [OpaquePointer?] = []
    private var text: UnsafeMutablePointer<CChar>?

    init(_ decisions: InputDecisions) { self.decisions = decisions }

    /// A handle: mostly the right one, otherwise one of another kind, or no handle.
    private mutating func handle(_ own: [OpaquePointer?]) -> OpaquePointer? {
      let others =
        images + tasks + sessions + trainers + [
          nil, OpaquePointer(bitPattern: UInt(truncatingIfNeeded: decisions.next())),
        ]
      return decisions.next() % 4 == 0 || own.isEmpty ? decisions.pick(others) : decisions.pick(own)
    }

    private mutating func side() -> Int32 {
      decisions.pick([1, 2, 7, 16, 64, 64, 0, -1, .max, .min, 65536, Int32(truncatingIfNeeded: decisions.next())])
    }

    private mutating func time() -> Int64 { decisions.pick([0, 1, 2, 3, 33, -1, .max, .min, .max / 1000]) }

    /// Frees the text of an error or a result.
    private mutating func forget() {
      MpErrorFree(text)
      text = nil
    }

    mutating func next() {
      switch decisions.next() % 12 {
      case 0, 1: createImage()
      case 2: readImage()
      case 3: createTask()
      case 4, 5: ask()
      case 6: createSession()
      case 7: process()
      case 8: MpImageFree(handle(images))
      case 9: teach()
      case 10: train()
      default:
        _ =
          decisions.flag()
          ? MpHandLandmarkerClose(handle(tasks), &text) : MpGestureRecognizerClose(handle(tasks), &text)
      }
      forget()
    }

    private mutating func createImage() {
      var image: OpaquePointer?
      let (format, width, height) = (Int32(decisions.next() % 15), side(), side())
      // No more than there is.
      let count = decisions.pick([Int32(Self.pixels.count), 12, 0, -1])
      if MpImageCreateFromUint8Data(format, width, height, Self.pixels, count, &image, &text) == 0 {
        images.append(image)
      }
    }

    private mutating func readImage() {
      let image = handle(images)
      _ = (
        MpImageGetWidthStep(image), MpImageIsContiguous(image), MpImageIsAligned(image, UInt32(decisions.next() & 31))
      )
      var (rows, value, place): (UnsafePointer<UInt8>?, UInt8, [Int32]) = (nil, 0, [side(), side(), side()])
      if MpImageDataUint8(image, &rows, nil) == 0, let rows {
        _ = rows[Int(MpImageGetWidth(image) * MpImageGetHeight(image)) - 1]
      }
      _ = MpImageGetValueUint8(image, &place, Int32(decisions.next() % 5), &value, &text)
      var other: OpaquePointer?
      if MpImageCreateFromImageFrame(image, &other, nil) == 0 { images.append(other) }
    }

    /// Options of random integers, with a model. An unknown running mode before thresholds of 10^-45 looks like the
    /// options of a later release (`GivenOptions`), so there are as many bytes as the longest ones have.
    private mutating func createTask() {
      guard tasks.count < 2 else { return }
      let path = strdup(Self.model)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: Self.longestOptions, alignment: 8)
      defer {
        memory.deallocate()
        free(path)
      }
      memset(memory, 0, Self.longestOptions)
      let options = memory.assumingMemoryBound(to: MpHandLandmarkerOptions.self)
      for offset in stride(from: 24, to: 96, by: 4) {
        let any = Int32(truncatingIfNeeded: decisions.next())
        memory.storeBytes(of: decisions.pick([0, 0, 1, 2, -1, 0x3F00_0000, any]), toByteOffset: offset, as: Int32.self)
      }
      if decisions.flag() {
        options.pointee.base_options.delegate = 0
        (options.pointee.running_mode, options.pointee.num_hands) = (1, 1)
      }
      options.pointee.result_callback = { _, _, _, _ in }
      options.pointee.base_options.model_asset_path = decisions.next() % 8 == 0 ? nil : UnsafePointer(path)
      var task: OpaquePointer?
      if MpHandLandmarkerCreate(options, &task, &text) == 0 { tasks.append(task) }
    }

    private mutating func ask() {
      var processing = MpImageProcessingOptions()
      processing.rotation_degrees = decisions.pick([0, 90, -90, 45, .min, .max])
      processing.has_region_of_interest = decisions.pick([0, 0, 0, 1])
      var (hands, gestures) = (MpHandLandmarkerResult(), MpGestureRecognizerResult())
      let (task, image) = (handle(tasks), handle(images))
      switch decisions.next() % 4 {
      case 0: _ = MpHandLandmarkerDetectImage(task, image, &processing, &hands, &text)
      case 1: _ = MpHandLandmarkerDetectForVideo(task, image, nil, time(), &hands, &text)
      case 2: _ = MpHandLandmarkerDetectAsync(task, image, &processing, time(), &text)
      default: _ = MpGestureRecognizerRecognizeImage(task, image, nil, &gestures, &text)
      }
      MpHandLandmarkerCloseResult(&hands)
      MpGestureRecognizerCloseResult(&gestures)
    }

    private mutating func createSession() {
      guard sessions.count < 2 else { return }
      let words = [
        "{", "}", "[", "]", ",", ":", "\"numHands\"", "\"smoothing\"", "2", "-1", "1e9", "null", "true", "\"\\ud800\"",
        "\"task\":\"landmarks\"", "\"palmsIn\":[[0.5,0.5,1,1]]", "\"events\":{}", " ",
      ]
      var json = "{\"task\":\"landmarks\""
      for _ in 0..<decisions.next() % 6 { json += decisions.pick(words) }
      json += decisions.pick(["}", "}", "", "\u{0}"])
      var options = mudra_session_options()
      options.size = decisions.pick([UInt32(MemoryLayout<mudra_session_options>.size), 0, 8])
      options.interface = decisions.pick([1, 1, 1, 0, 2])
      options.is_video = decisions.pick([0, 1])
      let (path, copy) = (strdup(Self.model), strdup(json))
      defer {
        free(path)
        free(copy)
      }
      options.json = UnsafePointer(copy)
      options.model_path = UnsafePointer(path)
      var session: OpaquePointer?
      if mudra_session_create(&options, &session, &text) == MUDRA_OK { sessions.append(session) }
    }

    private mutating func process() {
      var lines: UnsafeMutablePointer<CChar>?
      Self.pixels.withUnsafeBytes { bytes in
        var image = mudra_image()
        image.size = UInt32(MemoryLayout<mudra_image>.size)
        image.interface = 1
        image.format = Int32(decisions.next() % 9)
        // Sides that fit the memory, or that no picture has.
        (image.width, image.height) = (
          decisions.pick([1, 7, 64, 0, -1, .max]), decisions.pick([1, 7, 64, 0, -1, .min])
        )
        image.planes = (bytes.baseAddress, decisions.flag() ? bytes.baseAddress : nil, bytes.baseAddress)
        image.row_byte_strides = (decisions.pick([0, 0, 1, 256]), 0, 0)
        _ = mudra_session_process(handle(sessions), &image, time(), &lines, &text)
      }
      mudra_free(lines)
      if decisions.next() % 8 == 0 {
        lines = nil
        _ = mudra_session_finish(handle(sessions), &lines, nil)
        mudra_free(lines)
      }
    }

    /// Lines of results, most of them damaged, for a trainer of motions, which needs no networks.
    private mutating func teach() {
      var options = mudra_session_options()
      options.size = UInt32(MemoryLayout<mudra_session_options>.size)
      (options.interface, options.is_video) = (1, 1)
      var trainer: OpaquePointer?
      if trainers.count < 2, mudra_trainer_create(&options, &trainer, &text) == MUDRA_OK { trainers.append(trainer) }
      let points = Array(repeating: "[0.5,0.\(decisions.next() % 10)]", count: decisions.pick([21, 21, 20, 0]))
        .joined(separator: ",")
      let words = [
        "\"timestampMs\":\(time())", "\"width\":640,\"height\":480", "\"hands\":[{\"landmarks\":[\(points)]}]",
        "\"hands\":[]", "\"interval\":[0,1e99]", ",", "}\n{", "]", "\u{1}", "\"label\":7",
      ]
      var line = "{\"hands\":[{\"landmarks\":[\(points)]}],\"width\":640,\"height\":480,\"timestampMs\":\(time())"
      for _ in 0..<decisions.next() % 4 { line += decisions.pick([",", ""]) + decisions.pick(words) }
      let (lines, name) = (
        strdup(line + decisions.pick(["}", "}", ""])), strdup(decisions.pick(["a", "b", "", "\n"]))
      )
      defer {
        free(lines)
        free(name)
      }
      let group = decisions.flag() ? name : nil
      _ = mudra_trainer_add(handle(trainers), decisions.flag() ? name : nil, group, lines, &text)
    }

    private mutating func train() {
      var (data, size): (UnsafeMutableRawPointer?, Int) = (nil, 0)
      _ =
        decisions.flag()
        ? mudra_trainer_train(handle(trainers), &data, &size, nil, &text)
        : mudra_trainer_train(handle(trainers), nil, nil, nil, &text)
      mudra_free(data)
    }

    /// Frees everything; whether every session that was created was there.
    mutating func end() -> Bool {
      images.forEach { MpImageFree($0) }
      tasks.forEach { _ = MpHandLandmarkerClose($0, nil) }
      return sessions.allSatisfy { mudra_session_close($0) == MUDRA_OK }
        && trainers.allSatisfy { mudra_trainer_close($0) == MUDRA_OK }
    }
  }
#endif
