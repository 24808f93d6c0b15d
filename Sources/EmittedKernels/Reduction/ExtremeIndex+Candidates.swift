import MudraPlatform
import TensorKernels

extension ExtremeIndex {
  /// Fastest first.
  package static let emitted: [KernelCandidate<Problem, any UnitKernel>] = [
    KernelCandidate(
      .machineCode, form: "rows of bytes", elements: [.int8, .uint8],
      supports: { ByteRowKernel.isAvailable && $0.search.inner == 1 && $0.search.extent >= ByteRows.leastLength },
      make: { problem, _, _ in
        ByteRowReduction(
          problem.search.isLargest ? .maximum : .minimum, isSigned: problem.element == .int8,
          length: problem.search.extent
        ).map { rows in
          kernel(problem) { problem.search.run(rows, $0, $1, store: $2) }
        }
      })
  ]

  /// Finds the indices of some lines of bytes along the innermost axis: their extremes, then where these are.
  private func run(
    _ rows: ByteRowReduction, _ lines: Range<Int>, _ input: UnsafeRawPointer, store: (_ line: Int, _ index: Int) -> Void
  ) {
    let most = 256
    withUnsafeTemporaryAllocation(of: Int32.self, capacity: most) { memory in
      let extremes = memory.baseAddress.unsafelyUnwrapped
      for first in stride(from: lines.lowerBound, to: lines.upperBound, by: most) {
        let count = min(lines.upperBound - first, most), source = input + first * extent
        rows(count, source, extremes)
        for line in 0..<count {
          let row = source + line * extent
          store(first + line, memchr(row, extremes[line], extent).map { UnsafeRawPointer($0) - row } ?? 0)
        }
      }
    }
  }
}
