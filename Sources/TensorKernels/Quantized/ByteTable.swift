/// Looks bytes up in a table of a function's 256 results.
///
///     output[i] = table[input[i]]     signed bytes index by their bits
package enum ByteTable {
  package struct Problem: KernelProblem {
    package typealias Weights = [UInt8]
    package let count: Int

    package init(count: Int) { self.count = count }

    package var element: NumberType { .uint8 }
    package var work: Int { KernelWork.of(count) }
  }

  /// The table of a function of integers relative to their zero points.
  package static func bytes(
    from input: ByteRange, to output: ByteRange, _ function: (Int32) -> Int32
  ) -> [UInt8] {
    (0...255).map { output.byte(function(input.integer($0))) }
  }

  /// A unit is an element.
  package static let portable = KernelFamily<Problem, any UnitKernel>(
    "byte table"
  ) { problem, table in
    LoopKernel(problem.count, elementsPerUnit: 1) { range, operands in
      let (input, output) = (operands.input(0, as: UInt8.self), operands.output(as: UInt8.self))
      table.withUnsafeBufferPointer { table in
        for i in range { output[i] = table[Int(input[i])] }
      }
    }
  }
}
