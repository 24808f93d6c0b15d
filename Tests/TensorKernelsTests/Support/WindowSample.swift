import TensorKernels

/// A window over a picture, in a form for test tables.
struct WindowSample: CustomStringConvertible {
  var input: (height: Int, width: Int)
  var filter: (height: Int, width: Int)
  var stride: (y: Int, x: Int) = (1, 1)
  var dilation: (y: Int, x: Int) = (1, 1)
  /// Rows above, below, columns left, right.
  var padding: (top: Int, bottom: Int, left: Int, right: Int) = (0, 0, 0, 0)

  /// The window, with as many outputs as fit; nil if none fit.
  var window: Window2D? {
    func extent(_ input: Int, _ padding: Int, _ filter: Int, _ stride: Int, _ dilation: Int) -> Int {
      let room = input + padding - ((filter - 1) * dilation + 1)
      return room < 0 ? 0 : room / stride + 1
    }
    let height = extent(input.height, padding.top + padding.bottom, filter.height, stride.y, dilation.y)
    let width = extent(input.width, padding.left + padding.right, filter.width, stride.x, dilation.x)
    guard height > 0, width > 0 else { return nil }
    return Window2D(
      input: input, output: (height, width), filter: filter, stride: stride, dilation: dilation,
      padding: (padding.top, padding.left))
  }

  var description: String {
    "\(input.height)×\(input.width) filter \(filter.height)×\(filter.width) stride \(stride.y)×\(stride.x) "
      + "dilation \(dilation.y)×\(dilation.x) padding \(padding)"
  }

  /// Widths around vectors and blocks, strides 1 to 3, dilations 1 to 3, paddings from none to more than the filter.
  static let table: [WindowSample] = {
    var table: [WindowSample] = []
    for width in [1, 3, 4, 5, 8, 9, 17] {
      for (filter, dilation) in [
        ((1, 1), (1, 1)), ((3, 3), (1, 1)), ((3, 2), (2, 1)), ((2, 3), (1, 3)), ((5, 5), (1, 1)),
      ] {
        for stride in [(1, 1), (2, 2), (1, 3), (3, 2)] {
          for padding in [(0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 0, 1), (2, 3, 4, 6)] {
            let sample = WindowSample(
              input: (5, width), filter: filter, stride: stride, dilation: dilation, padding: padding)
            if sample.window != nil { table.append(sample) }
          }
        }
      }
    }
    return table
  }()
}
