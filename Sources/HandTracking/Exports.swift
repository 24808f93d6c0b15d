// Pictures go into a task and kernel providers into its options, so that whoever imports the tasks has their types too.
@_exported import PixelImaging

@_exported import enum TensorRuntime.KernelProvider
