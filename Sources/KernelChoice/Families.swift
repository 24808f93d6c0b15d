import TensorKernels

// Families of portable kernels, with those of emitted code where the target EmittedKernels is linked.
#if EMITTED_KERNELS
  import EmittedKernels

  extension BatchMatrixMultiply { package static let family = portable.joined(with: emitted) }
  extension BinaryElementwise { package static let family = portable.joined(with: emitted) }
  extension ByteConvolution { package static let family = portable.joined(with: emitted) }
  extension Dequantization { package static let family = portable.joined(with: emitted) }
  extension ByteMatrixMultiply { package static let family = portable.joined(with: emitted) }
  extension ByteQuantization { package static let family = portable.joined(with: emitted) }
  extension ByteTable { package static let family = portable.joined(with: emitted) }
  extension Convolution { package static let family = portable.joined(with: emitted) }
  extension DepthwiseConvolution { package static let family = portable.joined(with: emitted) }
  extension ElementComparison { package static let family = portable.joined(with: emitted) }
  extension ExtremeIndex { package static let family = portable.joined(with: emitted) }
  extension Int16Convolution { package static let family = portable.joined(with: emitted) }
  extension Int16MatrixMultiply { package static let family = portable.joined(with: emitted) }
  extension MatrixMultiply { package static let family = portable.joined(with: emitted) }
  extension NumberConversion { package static let family = portable.joined(with: emitted) }
  extension PReLU { package static let family = portable.joined(with: emitted) }
  extension Pooling { package static let family = portable.joined(with: emitted) }
  extension QuantizedArithmetic { package static let family = portable.joined(with: emitted) }
  extension Reduction { package static let family = portable.joined(with: emitted) }
  extension Requantization { package static let family = portable.joined(with: emitted) }
  extension ResizeBilinear { package static let family = portable.joined(with: emitted) }
  extension RowNormalization { package static let family = portable.joined(with: emitted) }
  extension RowQuantization { package static let family = portable.joined(with: emitted) }
  extension RowRanges { package static let family = portable.joined(with: emitted) }
  extension ScaledSums { package static let family = portable.joined(with: emitted) }
  extension StridedCopy { package static let family = portable.joined(with: emitted) }
  extension TransposedConvolution {
    package static let family = portable.joined(with: emitted)
    package static let windowed = portableWindows.joined(with: emittedWindows)
  }
  extension UnaryElementwise { package static let family = portable.joined(with: emitted) }
#else
  extension BatchMatrixMultiply { package static let family = portable }
  extension BinaryElementwise { package static let family = portable }
  extension ByteConvolution { package static let family = portable }
  extension Dequantization { package static let family = portable }
  extension ByteMatrixMultiply { package static let family = portable }
  extension ByteQuantization { package static let family = portable }
  extension ByteTable { package static let family = portable }
  extension Convolution { package static let family = portable }
  extension DepthwiseConvolution { package static let family = portable }
  extension ElementComparison { package static let family = portable }
  extension ExtremeIndex { package static let family = portable }
  extension Int16Convolution { package static let family = portable }
  extension Int16MatrixMultiply { package static let family = portable }
  extension MatrixMultiply { package static let family = portable }
  extension NumberConversion { package static let family = portable }
  extension PReLU { package static let family = portable }
  extension Pooling { package static let family = portable }
  extension QuantizedArithmetic { package static let family = portable }
  extension Reduction { package static let family = portable }
  extension Requantization { package static let family = portable }
  extension ResizeBilinear { package static let family = portable }
  extension RowNormalization { package static let family = portable }
  extension RowQuantization { package static let family = portable }
  extension RowRanges { package static let family = portable }
  extension ScaledSums { package static let family = portable }
  extension StridedCopy { package static let family = portable }
  extension TransposedConvolution {
    package static let family = portable
    package static let windowed = portableWindows
  }
  extension UnaryElementwise { package static let family = portable }
#endif
