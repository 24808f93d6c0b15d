import MudraPlatform

/// The loops that define the operation, which the compiler vectorizes. A unit is a row.
final class ByteBatchMatrixLoops: UnitKernel {
  private let problem: BatchMatrixMultiply.Problem
  private let bytes: BatchMatrixMultiply.Bytes

  init(_ problem: BatchMatrixMultiply.Problem, _ bytes: BatchMatrixMultiply.Bytes) {
    (self.problem, self.bytes) = (problem, bytes)
  }

  var unitCount: Int { problem.rowCount }
  var scratchCount: Int { problem.columns + (problem.depth + 1) / 2 }
  var memory: [any KernelMemory] { [] }

  func run(units: Range<Int>, _ operands: KernelOperands) {
    let scratch = UnsafeMutableRawPointer(operands.scratch), steps = problem.left
    let sums = scratch.assumingMemoryBound(to: Int32.self)
    let words = (scratch + problem.columns * 4).assumingMemoryBound(to: Int16.self)
    problem.forEachBatch(of: units, rowsPerUnit: 1) { batch, rows in
      let offsets = problem.offsets(of: batch)
      let left = operands.inputBytes(0).assumingMemoryBound(to: UInt8.self) + offsets.left
      let right = operands.inputBytes(1).assumingMemoryBound(to: UInt8.self) + offsets.right
      for row in rows {
        for k in 0..<problem.depth {
          words[k] = Int16(truncatingIfNeeded: bytes.left.integer(left[row * steps.outerStep + k * steps.depthStep]))
        }
        add(words, right, to: sums)
        let output = operands.output(as: UInt8.self) + (batch * problem.rows + row) * problem.columns
        for column in 0..<problem.columns { output[column] = bytes.output.byte(bytes.factor.product(sums[column])) }
      }
    }
  }

  private func add(_ row: UnsafePointer<Int16>, _ right: UnsafePointer<UInt8>, to sums: UnsafeMutablePointer<Int32>) {
    let steps = problem.right
    let range = bytes.right
    if steps.outerStep == 1 {
      for column in 0..<problem.columns { sums[column] = 0 }
      for k in 0..<problem.depth {
        let value = Int32(row[k]), terms = right + k * steps.depthStep
        for column in 0..<problem.columns { sums[column] &+= value &* Int32(range.word(terms[column])) }
      }
    } else {
      for column in 0..<problem.columns {
        let terms = right + column * steps.outerStep
        var sum: Int32 = 0
        for k in 0..<problem.depth { sum &+= Int32(row[k]) &* Int32(range.word(terms[k])) }
        sums[column] = sum
      }
    }
  }
}

extension ByteRange {
  /// ``integer(_:)`` in 16 bits and without a branch, for loops that the compiler vectorizes.
  @inline(__always)
  fileprivate func word(_ byte: UInt8) -> Int16 {
    Int16(Int8(bitPattern: byte ^ (isSigned ? 0 : 0x80))) &- Int16(truncatingIfNeeded: signed.zeroPoint)
  }

  /// Writes `count` bytes as words.
  package func widen(_ bytes: UnsafeRawPointer, _ count: Int, to words: UnsafeMutablePointer<Int16>) {
    let bytes = bytes.assumingMemoryBound(to: UInt8.self)
    for k in 0..<count { words[k] = word(bytes[k]) }
  }

  /// Two rows as words, side by side; a missing row is zero, and so are columns from `count` on.
  package func interleaveWords(
    _ even: UnsafeRawPointer, _ odd: UnsafeRawPointer?, count: Int, to lanes: UnsafeMutablePointer<UInt32>,
    _ columnCount: Int
  ) {
    let even = even.assumingMemoryBound(to: UInt8.self)
    func word(_ byte: UInt8) -> UInt32 { UInt32(UInt16(bitPattern: self.word(byte))) }
    if let odd = odd?.assumingMemoryBound(to: UInt8.self) {
      for column in 0..<count { lanes[column] = word(even[column]) | word(odd[column]) << 16 }
    } else {
      for column in 0..<count { lanes[column] = word(even[column]) }
    }
    for column in count..<columnCount { lanes[column] = 0 }
  }
}
