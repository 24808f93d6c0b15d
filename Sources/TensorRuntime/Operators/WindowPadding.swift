import TensorKernels

package enum WindowPadding: Sendable, Hashable {
  /// Output extent `⌈input / stride⌉`; an odd pixel of padding comes at the end.
  case same
  /// Only windows inside the input.
  case valid
  /// A preceding PAD, fused by a pass: explicit rows and columns.
  case explicit(top: Int, bottom: Int, left: Int, right: Int)

  /// TFLite's enumeration.
  init(code: Int) throws(OperatorError) {
    switch code {
    case 0: self = .same
    case 1: self = .valid
    default: throw .option(name: "padding", value: code)
    }
  }
}

/// Stride, dilation and padding of a convolution or pooling.
package struct WindowOptions: Sendable, Hashable {
  /// Input pixels between output pixels.
  let strideY: Int, strideX: Int
  /// Input pixels between taps.
  let dilationY: Int, dilationX: Int
  var padding: WindowPadding

  /// Checks that strides and dilations are positive and small enough not to overflow.
  init(
    stride: (y: Int, x: Int), dilation: (y: Int, x: Int) = (1, 1), padding: WindowPadding
  ) throws(OperatorError) {
    for (name, value) in [
      ("stride_h", stride.y), ("stride_w", stride.x), ("dilation_h_factor", dilation.y),
      ("dilation_w_factor", dilation.x),
    ] where value < 1 || value > FixedLimits.windowExtent {
      throw .option(name: name, value: value)
    }
    (strideY, strideX) = stride
    (dilationY, dilationX) = dilation
    self.padding = padding
  }

  /// The window over an input of `height` × `width`, with the output's size.
  ///
  /// - Throws: `OperatorError.value` if the filter is empty or extends too far, or the input, with its padding, is
  ///   smaller than a window.
  func window(
    input: (height: Int, width: Int), filter: (height: Int, width: Int)
  ) throws(OperatorError) -> Window2D {
    let vertical = try extent(
      "height", input: input.height, filter: filter.height, stride: strideY, dilation: dilationY,
      explicit: explicitRows)
    let horizontal = try extent(
      "width", input: input.width, filter: filter.width, stride: strideX, dilation: dilationX,
      explicit: explicitColumns)
    return Window2D(
      input: input, output: (vertical.output, horizontal.output), filter: filter, stride: (strideY, strideX),
      dilation: (dilationY, dilationX), padding: (vertical.before, horizontal.before))
  }

  private var explicitRows: (before: Int, after: Int)? {
    if case .explicit(let top, let bottom, _, _) = padding { (top, bottom) } else { nil }
  }

  private var explicitColumns: (before: Int, after: Int)? {
    if case .explicit(_, _, let left, let right) = padding { (left, right) } else { nil }
  }

  private func extent(
    _ name: String, input: Int, filter: Int, stride: Int, dilation: Int, explicit: (before: Int, after: Int)?
  ) throws(OperatorError) -> (output: Int, before: Int) {
    guard filter > 0, filter <= FixedLimits.windowExtent else { throw .value(name: "filter \(name)", filter) }
    guard input <= FixedLimits.tensorByteCount else { throw .value(name: "input \(name)", input) }
    let span = saturatingProduct(filter - 1, dilation)
    // Offsets of padded rows must not overflow when multiplied by a row's length.
    let reach = span < .max ? span + 1 : span
    guard span < FixedLimits.windowReach else { throw .value(name: "reach of the filter \(name)", reach) }
    if case .same = padding {
      let output = (input + stride - 1) / stride
      let total = max((output - 1) * stride + reach - input, 0)
      return (output, total / 2)
    }
    let padded = input + (explicit?.before ?? 0) + (explicit?.after ?? 0)
    guard padded >= reach else { throw .value(name: "input \(name)", input) }
    return ((padded - reach) / stride + 1, explicit?.before ?? 0)
  }
}
