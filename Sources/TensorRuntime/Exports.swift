// Re-exports the types in the public API by name: whole modules would bring in names that apps use for their own types.
@_exported import struct TFLiteFormat.BundleLimits
@_exported import struct TFLiteFormat.Bytes
@_exported import enum TFLiteFormat.ElementType
@_exported import enum TFLiteFormat.FormatError
@_exported import struct TFLiteFormat.Model
@_exported import struct TFLiteFormat.ModelMetadata
@_exported import enum TensorKernels.KernelProvider
@_exported import enum TensorKernels.Precision
