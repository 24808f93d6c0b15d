extension Bytes {
  /// The first place in a part of the bytes where one of zip's signatures begins and a rule holds; nil without one.
  func firstPlace(of signature: UInt32, within range: Range<Int>, where holds: (Int) -> Bool) -> Int? {
    withUnsafeBytes { memory in
      // All signatures begin with the letters PK: every second byte is one of them or the signature is elsewhere.
      var place = range.lowerBound + 1
      while place < range.upperBound {
        let byte = memory[place]
        if byte == 0x4B || byte == 0x50 {
          let start = byte == 0x4B ? place - 1 : place
          if start + 4 <= memory.count,
            memory.loadUnaligned(fromByteOffset: start, as: UInt32.self).littleEndian == signature, holds(start)
          {
            return start
          }
        }
        place += 2
      }
      return nil
    }
  }
}
