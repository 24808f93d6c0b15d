import MachineCode
import MudraPlatform
import TensorKernels

/// The bytes that a family's kernel of a provider writes.
func bytes<Problem>(
  of family: KernelFamily<Problem, any UnitKernel>, _ problem: Problem, _ weights: Problem.Weights,
  _ provider: KernelProvider, inputs: [[UInt8]], count: Int
) -> [UInt8] {
  let kernel = family.kernel(for: problem, weights: weights, requested: provider, code: CodeAllocator()).kernel
  let buffers = inputs.map { bytes in
    let buffer = AlignedBuffer(zeros: (bytes.count + 3) / 4)
    UnsafeMutableRawBufferPointer(start: buffer.pointer, count: bytes.count).copyBytes(from: bytes)
    return buffer
  }
  let output = AlignedBuffer(zeros: (count + 3) / 4), scratch = AlignedBuffer(zeros: kernel.scratchCount)
  var sources = buffers.map { UnsafeMutableRawPointer($0.pointer) as UnsafeMutableRawPointer? }
  var targets = [UnsafeMutableRawPointer(output.pointer) as UnsafeMutableRawPointer?]
  sources.withUnsafeMutableBufferPointer { sources in
    targets.withUnsafeMutableBufferPointer { targets in
      guard let source = sources.baseAddress, let target = targets.baseAddress else { return }
      kernel.run(
        units: 0..<kernel.unitCount, KernelOperands(inputs: source, outputs: target, scratch: scratch.pointer))
    }
  }
  return withExtendedLifetime((buffers, output, scratch)) {
    Array(UnsafeRawBufferPointer(start: UnsafeRawPointer(output.pointer), count: count))
  }
}
