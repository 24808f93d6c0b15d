/// Discrete Fourier transforms of real pictures, in double precision.
///
///     output[u, v] = Σ input[y, x] · e^(−2πi · (u·y / height + v·x / width))     u < height, v ≤ width / 2
package enum PictureTransform {
  package struct Problem: KernelProblem {
    package let count: Int
    /// Of a picture, which is cut or filled with zeros at the end.
    package let rows: Int, columns: Int
    /// Of a transform: powers of two.
    package let height: Int, width: Int

    package init(count: Int, rows: Int, columns: Int, height: Int, width: Int) {
      (self.count, self.rows, self.columns) = (count, rows, columns)
      (self.height, self.width) = (height, width)
    }

    package var element: NumberType { .float32 }
    /// Frequencies of a row.
    package var half: Int { width / 2 + 1 }
    /// Sines and cosines of both transforms.
    package var heldByteCount: Int { (width + height) * 16 }
  }

  /// A unit is a picture.
  package static let family = KernelFamily<Problem, any UnitKernel>("picture transform") { problem, _ in
    let along = FourierTransform(problem.width), across = FourierTransform(problem.height)
    // A row or a column, and half of the frequencies of all rows.
    let scratch = 4 * (max(problem.width, problem.height) + problem.height * problem.half)
    return LoopKernel(problem.count, scratchCount: scratch, heldByteCount: problem.heldByteCount) {
      run(problem, along, across, $0, $1)
    }
  }

  private static func run(
    _ problem: Problem, _ along: FourierTransform, _ across: FourierTransform, _ pictures: Range<Int>,
    _ operands: KernelOperands
  ) {
    let (height, width, half) = (problem.height, problem.width, problem.half)
    let (rows, columns) = (problem.rows, problem.columns)
    let line = UnsafeMutableRawPointer(operands.scratch).assumingMemoryBound(to: SIMD2<Double>.self)
    let halves = line + max(width, height)
    for picture in pictures {
      let source = operands.input(0) + picture * rows * columns
      let target = operands.output() + picture * height * half * 2
      for y in 0..<height {
        for x in 0..<width { line[x] = y < rows && x < columns ? [Double(source[y * columns + x]), 0] : .zero }
        along.run(line)
        (halves + y * half).update(from: line, count: half)
      }
      for x in 0..<half {
        for y in 0..<height { line[y] = halves[y * half + x] }
        across.run(line)
        for y in 0..<height {
          let place = 2 * (y * half + x)
          (target[place], target[place + 1]) = (Float(line[y].x), Float(line[y].y))
        }
      }
    }
  }
}
