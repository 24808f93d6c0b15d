import TensorKernels

extension PictureTransform.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    KernelTrial(inputs: [TrialTensor(count * rows * columns)], outputs: [TrialTensor(count * height * half * 2)])
  }
}

extension PictureTransform {
  package static let cases: [KernelCase<Problem>] = [
    .network("64×64", Problem(count: 1, rows: 64, columns: 64, height: 64, width: 64)),
    .edge("one number", Problem(count: 3, rows: 1, columns: 1, height: 1, width: 2)),
    .edge("filled with zeros", Problem(count: 2, rows: 3, columns: 5, height: 4, width: 8)),
    .edge("cut", Problem(count: 2, rows: 5, columns: 3, height: 4, width: 2)),
  ]
}
