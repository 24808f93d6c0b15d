import TensorKernels

extension Int16Quantization.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count, .float32, .upTo(8))], outputs: [TrialTensor(count, .int16)])
  }
}

extension Int16Quantization {
  package static let cases: [KernelCase<Problem>] =
    [.network("floats of a picture", Problem(count: 224 * 224 * 3, scale: 0x1p-12, zeroPoint: 0))]
    // Powers of two give ties.
    + [0.5, 0.0371, 1e-4].flatMap { scale in
      [0, 1, 7, 200].map { .edge("\($0), scale \(scale)", Problem(count: $0, scale: scale, zeroPoint: Int(scale) - 5)) }
    }
}
