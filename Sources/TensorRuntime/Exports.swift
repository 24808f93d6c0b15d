@_exported import TFLiteFormat

@_exported import enum TensorKernels.KernelProvider
