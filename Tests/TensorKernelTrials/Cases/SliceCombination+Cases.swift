import TensorKernels

extension SliceCombination.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let slice = TrialTensor(length, element, .upTo(100))
    return KernelTrial(inputs: [slice, slice], outputs: [slice])
  }
}

extension SliceCombination {
  package static let cases: [KernelCase<Problem>] = {
    func edges(_ functions: [Function], _ elements: [NumberType]) -> [KernelCase<Problem>] {
      functions.flatMap { function in
        elements.map { .edge("\(function) of \($0)", Problem(function, of: $0, length: 19)) }
      }
    }
    return [.network("sums of floats", Problem(.sum, of: .float32, length: 1 << 12))]
      + edges([.sum, .product, .maximum, .minimum], [.float32, .int32])
      + edges([.sum], [.int64, .int16, .int8, .uint8]) + edges([.or], [.bool])
  }()
}
