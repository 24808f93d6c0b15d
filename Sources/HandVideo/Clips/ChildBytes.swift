/// The bytes that a child writes, in order.
final class ChildBytes {
  private let child: ChildProcess
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)
  /// What has been read but not consumed.
  private var pending = 0..<0

  /// The bytes of a child whose standard output is a pipe.
  init(_ child: ChildProcess) { self.child = child }

  /// The next byte; nil at the end.
  func next() throws(ChildFailure) -> UInt8? {
    if pending.isEmpty {
      pending =
        try
        0..<buffer.withUnsafeMutableBufferPointer { (bytes) throws(ChildFailure) in
          try child.read(into: UnsafeMutableRawBufferPointer(bytes))
        }
    }
    return pending.popFirst().map { buffer[$0] }
  }

  /// Fills memory; false if the bytes end before.
  func fill(_ target: UnsafeMutableRawBufferPointer) throws(ChildFailure) -> Bool {
    let count = min(pending.count, target.count)
    target.copyBytes(from: buffer[pending.prefix(count)])
    pending = pending.dropFirst(count)
    var rest = UnsafeMutableRawBufferPointer(rebasing: target[count...])
    while !rest.isEmpty {
      let count = try child.read(into: rest)
      guard count > 0 else { return false }
      rest = UnsafeMutableRawBufferPointer(rebasing: rest[count...])
    }
    return true
  }

  /// Passes over bytes; false if they end before.
  func skip(_ count: Int) throws(ChildFailure) -> Bool {
    for _ in 0..<count where try next() == nil { return false }
    return true
  }
}
