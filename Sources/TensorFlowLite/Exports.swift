// What the options take, and what custom operators are made of, by name: TensorRuntime has an Interpreter of its own.
@_exported import struct TFLiteFormat.BundleLimits
@_exported import struct TFLiteFormat.Bytes
@_exported import enum TFLiteFormat.ElementType
@_exported import protocol TensorRuntime.CustomKernel
@_exported import struct TensorRuntime.CustomOperands
@_exported import protocol TensorRuntime.CustomOperator
@_exported import struct TensorRuntime.CustomTensor
@_exported import enum TensorRuntime.KernelProvider
@_exported import enum TensorRuntime.MediaPipeOperators
@_exported import struct TensorRuntime.ModelLimits
@_exported import enum TensorRuntime.OperatorError
@_exported import enum TensorRuntime.Precision
