// Whoever imports the tasks has the types of what goes into a task and its options and of what it tells about itself.
@_exported import PixelImaging

@_exported import struct TFLiteFormat.BundleLimits
@_exported import enum TensorRuntime.KernelProvider
@_exported import struct TensorRuntime.MemoryFootprint
@_exported import struct TensorRuntime.ModelLimits
