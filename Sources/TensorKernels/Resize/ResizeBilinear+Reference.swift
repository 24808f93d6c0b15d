extension ResizeBilinear {
  package static func runReference(
    _ problem: Problem, rows: Range<Int>, input: UnsafePointer<Float>, output: UnsafeMutablePointer<Float>
  ) {
    for line in rows {
      let (picture, y) = line.quotientAndRemainder(dividingBy: problem.outputHeight)
      let (top, bottom, dy) = problem.taps(y, input: problem.inputHeight, output: problem.outputHeight)
      for x in 0..<problem.outputWidth {
        let (left, right, dx) = problem.taps(x, input: problem.inputWidth, output: problem.outputWidth)
        for c in 0..<problem.channels {
          func pixel(_ row: Int, _ column: Int) -> Float {
            input[((picture * problem.inputHeight + row) * problem.inputWidth + column) * problem.channels + c]
          }
          let upper = pixel(top, left) + (pixel(top, right) - pixel(top, left)) * dx
          let lower = pixel(bottom, left) + (pixel(bottom, right) - pixel(bottom, left)) * dx
          output[(line * problem.outputWidth + x) * problem.channels + c] = upper + (lower - upper) * dy
        }
      }
    }
  }
}
