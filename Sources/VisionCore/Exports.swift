// Importing the tasks also imports the types of inputs, options and reports of a task.
@_exported import PixelImaging

@_exported import struct TFLiteFormat.BundleLimits
@_exported import enum TensorRuntime.KernelProvider
@_exported import struct TensorRuntime.MemoryFootprint
@_exported import struct TensorRuntime.ModelLimits
@_exported import enum TensorRuntime.Precision
