// Whoever imports the runtime has the types of what goes into it and of what it throws, by name: a whole module would
// bring names that apps give to things of their own.
@_exported import struct TFLiteFormat.BundleLimits
@_exported import struct TFLiteFormat.Bytes
@_exported import enum TFLiteFormat.ElementType
@_exported import enum TFLiteFormat.FormatError
@_exported import struct TFLiteFormat.Model
@_exported import struct TFLiteFormat.ModelMetadata
@_exported import enum TensorKernels.KernelProvider
