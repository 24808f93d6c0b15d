import TensorKernels

extension Window2D {
  /// A window whose padding keeps a picture's size up to the stride, with an odd pixel after it, like TFLite's same
  /// padding.
  package static func same(
    _ height: Int, _ width: Int, filter: Int, stride: Int = 1, dilation: Int = 1
  ) -> Window2D {
    let reach = (filter - 1) * dilation + 1
    func padding(_ extent: Int) -> Int {
      max(((extent + stride - 1) / stride - 1) * stride + reach - extent, 0) / 2
    }
    return Window2D(
      input: (height, width), output: ((height + stride - 1) / stride, (width + stride - 1) / stride),
      filter: (filter, filter), stride: (stride, stride), dilation: (dilation, dilation),
      padding: (padding(height), padding(width)))
  }

  /// Elements of the picture that it slides over, and of the one that it produces.
  func counts(batch: Int, channels: Int, outputChannels: Int) -> (input: Int, output: Int) {
    (batch * inputHeight * inputWidth * channels, batch * outputHeight * outputWidth * outputChannels)
  }
}
