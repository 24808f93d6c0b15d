import TensorKernels
import Testing

@Suite struct Window2DTests {
  @Test func `taps outside the input are left out`() {
    let window = Window2D(input: (4, 4), output: (4, 4), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    #expect(window.rowTaps(0) == 1..<3)
    #expect(window.rowTaps(1) == 0..<3)
    #expect(window.rowTaps(3) == 0..<2)
    #expect(window.columnTaps(0) == 1..<3)
    #expect(window.firstRow(0) == -1)
    #expect(window.firstColumn(3) == 2)
  }

  @Test func `a window that lies in the padding has no taps`() {
    let window = Window2D(input: (1, 1), output: (5, 5), filter: (2, 2), stride: (1, 1), padding: (3, 3))
    #expect(window.rowTaps(0).isEmpty)
    #expect(window.rowTaps(2) == 1..<2)
    #expect(window.rowTaps(3) == 0..<1)
    #expect(window.rowTaps(4).isEmpty)
  }

  @Test func `an empty input has no taps`() {
    let window = Window2D(input: (0, 0), output: (2, 2), filter: (3, 3), stride: (1, 1), padding: (1, 1))
    #expect(window.rowTaps(0).isEmpty)
    #expect(window.columnTaps(1).isEmpty)
  }

  @Test func `taps are those that a walk over the filter finds inside`() {
    for sample in WindowSample.table {
      guard let window = sample.window else { continue }
      for y in 0..<window.outputHeight {
        let inside = (0..<window.filterHeight).filter {
          (0..<window.inputHeight).contains(y * window.strideY - window.paddingTop + $0 * window.dilationY)
        }
        #expect(Array(window.rowTaps(y)) == inside, "row \(y), \(sample)")
      }
      for x in 0..<window.outputWidth {
        let inside = (0..<window.filterWidth).filter {
          (0..<window.inputWidth).contains(x * window.strideX - window.paddingLeft + $0 * window.dilationX)
        }
        #expect(Array(window.columnTaps(x)) == inside, "column \(x), \(sample)")
      }
    }
  }
}
