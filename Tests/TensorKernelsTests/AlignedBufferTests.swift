import TensorKernels
import Testing

@Suite struct AlignedBufferTests {
  @Test(arguments: [0, 1, 5, 16, 1000, 20_001, 3 << 20])
  func `memory is zero and starts on a 64-byte boundary`(count: Int) {
    let buffer = AlignedBuffer(zeros: count)
    #expect(buffer.count == count)
    #expect(Int(bitPattern: buffer.pointer) % 64 == 0)
    #expect((0..<count).allSatisfy { buffer.pointer[$0] == 0 })
  }

  @Test func `buffers that share large pages are apart, and outlive each other`() {
    // More than the pages hold, in pieces that are released in between.
    var kept: [AlignedBuffer] = []
    for index in 0..<300 {
      let buffer = AlignedBuffer(zeros: 16_385 + 97 * index)
      #expect((0..<buffer.count).allSatisfy { buffer.pointer[$0] == 0 })
      #expect(Int(bitPattern: buffer.pointer) % 64 == 0)
      for place in 0..<buffer.count { buffer.pointer[place] = Float(index) }
      if index % 3 == 0 { kept.append(buffer) }
    }
    for (index, buffer) in kept.enumerated() {
      #expect((0..<buffer.count).allSatisfy { buffer.pointer[$0] == Float(3 * index) })
    }
  }

  @Test(arguments: [(0, 0), (1, 8), (7, 8), (8, 8), (9, 16)])
  func `a copy is padded with zeros to the multiple`(count: Int, padded: Int) {
    let values = (0..<count).map { Float($0 + 1) }
    let buffer = values.withUnsafeBufferPointer { AlignedBuffer($0, paddedTo: 8) }
    #expect(buffer.count == padded)
    #expect((0..<padded).map { buffer.pointer[$0] } == values + [Float](repeating: 0, count: padded - count))
  }
}
