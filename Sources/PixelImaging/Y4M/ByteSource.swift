import MudraPlatform

/// The bytes of a file or pipe, in order.
final class ByteSource {
  private let file: OpenFile
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// What has been read but not consumed.
  private var pending = 0..<0

  /// The bytes of a file.
  init(path: String) throws(Y4MError) {
    do {
      file = try OpenFile(path, for: .reading)
    } catch {
      throw .cannotRead(reason: error.reason)
    }
  }

  /// The bytes of an open file, which stays open, after some that have been read from it already.
  init(descriptor: Int32, start: [UInt8] = []) {
    file = OpenFile(borrowing: descriptor)
    buffer.replaceSubrange(0..<start.count, with: start)
    pending = 0..<start.count
  }

  /// A line without its terminator; not whole if the bytes end before the line does.
  func line(byteLimit: Int) throws(Y4MError) -> (bytes: [UInt8], isWhole: Bool) {
    var line: [UInt8] = []
    while true {
      if pending.isEmpty, try !refill() { return (line, false) }
      let end = buffer[pending].firstIndex(of: UInt8(ascii: "\n"))
      let part = pending.lowerBound..<(end ?? pending.upperBound)
      guard line.count + part.count <= byteLimit else { throw .headerTooLong(byteLimit: byteLimit) }
      line += buffer[part]
      if let end {
        pending = end + 1..<pending.upperBound
        return (line, true)
      }
      pending = 0..<0
    }
  }

  /// Reads into memory; returns the number of bytes read, at most as many as fit, 0 at the end.
  func read(into target: UnsafeMutableRawBufferPointer) throws(Y4MError) -> Int {
    guard pending.isEmpty else {
      let count = min(pending.count, target.count)
      target.copyBytes(from: buffer[pending.prefix(count)])
      pending = pending.lowerBound + count..<pending.upperBound
      return count
    }
    do {
      return try file.read(into: target)
    } catch {
      throw .cannotRead(reason: error.reason)
    }
  }

  private func refill() throws(Y4MError) -> Bool {
    do {
      pending = try 0..<file.read(into: &buffer)
    } catch {
      throw .cannotRead(reason: error.reason)
    }
    return !pending.isEmpty
  }
}
