import KernelChoice
import MachineCode
import TensorKernels

/// All families of kernels: one test compares every kernel with its family's reference, and one benchmark measures
/// every kernel.
package enum KernelFamilies {
  /// The families, each with its kernels and trials.
  package static let all: [AnyKernelFamily] = [
    AnyKernelFamily(MatrixMultiply.family, MatrixMultiply.cases) { MatrixRows($0, $1) },
    AnyKernelFamily(Int16MatrixMultiply.family, Int16MatrixMultiply.cases) { $0.rows($1) },
    AnyKernelFamily(Int16Convolution.family, Int16Convolution.cases),
    AnyKernelFamily(BatchMatrixMultiply.family, BatchMatrixMultiply.cases),
    AnyKernelFamily(Convolution.family, Convolution.cases),
    AnyKernelFamily(DepthwiseConvolution.family, DepthwiseConvolution.cases) { _, kernel in kernel },
    AnyKernelFamily(ConvolutionBlock.family, ConvolutionBlock.cases) { _, kernel in kernel },
    AnyKernelFamily(TransposedConvolution.family, TransposedConvolution.cases),
    AnyKernelFamily(TransposedConvolution.windowed, TransposedConvolution.cases),
    AnyKernelFamily(Pooling.family, Pooling.cases),
    AnyKernelFamily(ResizeBilinear.family, ResizeBilinear.cases),
    AnyKernelFamily(ResizeNearestNeighbor.family, ResizeNearestNeighbor.cases),
    AnyKernelFamily(UnaryElementwise.family, UnaryElementwise.cases),
    AnyKernelFamily(BinaryElementwise.family, BinaryElementwise.cases),
    AnyKernelFamily(PReLU.family, PReLU.cases),
    AnyKernelFamily(ElementComparison.family, ElementComparison.cases),
    AnyKernelFamily(Selection.family, Selection.cases),
    AnyKernelFamily(RowNormalization.family, RowNormalization.cases),
    AnyKernelFamily(Reduction.family, Reduction.cases),
    AnyKernelFamily(ExtremeIndex.family, ExtremeIndex.cases),
    AnyKernelFamily(CumulativeSum.family, CumulativeSum.cases),
    AnyKernelFamily(LargestElements.family, LargestElements.cases),
    AnyKernelFamily(StridedCopy.family, StridedCopy.cases) { _, kernel in kernel },
    AnyKernelFamily(NumberConversion.family, NumberConversion.cases),
    AnyKernelFamily(Requantization.family, Requantization.cases) { _, kernel in kernel },
    AnyKernelFamily(Dequantization.family, Dequantization.cases),
    AnyKernelFamily(ByteQuantization.family, ByteQuantization.cases),
    AnyKernelFamily(RowRanges.family, RowRanges.cases),
    AnyKernelFamily(RowQuantization.family, RowQuantization.cases),
    AnyKernelFamily(ScaledSums.family, ScaledSums.cases),
    AnyKernelFamily(HalfPrecision.family, HalfPrecision.cases),
    AnyKernelFamily(IntegerRescaling.family, IntegerRescaling.cases),
    AnyKernelFamily(Int16Quantization.family, Int16Quantization.cases),
    AnyKernelFamily(BitwiseFunction.family, BitwiseFunction.cases),
    AnyKernelFamily(BucketSearch.family, BucketSearch.cases),
    AnyKernelFamily(OneHotRows.family, OneHotRows.cases),
    AnyKernelFamily(WindowReduction.family, WindowReduction.cases),
    AnyKernelFamily(ComplexMagnitude.family, ComplexMagnitude.cases),
    AnyKernelFamily(PictureTransform.family, PictureTransform.cases),
    AnyKernelFamily(Spectrogram.family, Spectrogram.cases),
    AnyKernelFamily(Cepstrum.family, Cepstrum.cases),
    AnyKernelFamily(CellActivation.family, CellActivation.cases),
    AnyKernelFamily(BlockScaledSums.family, BlockScaledSums.cases),
    AnyKernelFamily(LSTMCell.family, LSTMCell.cases),
    AnyKernelFamily(HistoryFilter.family, HistoryFilter.cases),
    AnyKernelFamily(IntegerLSTM.family, IntegerLSTM.cases),
    AnyKernelFamily(SliceCombination.family, SliceCombination.cases) { _, kernel in kernel },
    AnyKernelFamily(ArithmeticSequence.family, ArithmeticSequence.cases),
    AnyKernelFamily(ByteTable.family, ByteTable.cases) { _, kernel in kernel },
    AnyKernelFamily(QuantizedArithmetic.family, QuantizedArithmetic.cases),
    AnyKernelFamily(ByteMatrixMultiply.family, ByteMatrixMultiply.cases) { _, kernel in kernel },
    AnyKernelFamily(ByteConvolution.family, ByteConvolution.cases) { _, kernel in kernel },
  ]
}

/// A family with the types of its problems and kernels erased.
package struct AnyKernelFamily: Sendable {
  /// What the kernels compute.
  package let name: String
  /// Where the kernels come from, fastest first; a provider may have several.
  package let providers: [KernelProvider]
  /// The cases of the family, ready to be run.
  package let trials: [FamilyTrial]

  init<Problem: TrialProblem>(_ family: KernelFamily<Problem, any UnitKernel>, _ cases: [KernelCase<Problem>]) {
    self.init(family, cases) { _, kernel in kernel }
  }

  /// - Parameter units: converts a kernel of the family to a ``UnitKernel``.
  init<Problem: TrialProblem, Kernel>(
    _ family: KernelFamily<Problem, Kernel>, _ cases: [KernelCase<Problem>],
    units: @escaping @Sendable (Problem, Kernel) -> any UnitKernel
  ) {
    name = family.name
    providers = family.kernels.map(\.provider)
    trials = cases.map { FamilyTrial($0, of: family, units) }
  }
}

/// A case of a family, with all kernels that can compute it.
package struct FamilyTrial: Sendable, CustomStringConvertible {
  /// A kernel that can compute the case.
  package struct Candidate: Sendable, CustomStringConvertible {
    /// The kernel's place in the family's list.
    package let place: Int
    /// Where the kernel comes from.
    package let provider: KernelProvider
    /// Provider and form.
    package let description: String
    /// Creates the kernel; nil if it cannot be created.
    package let make: @Sendable (TrialOperands, CodeAllocator) -> (any UnitKernel)?
  }

  /// The family.
  package let family: String
  /// What is special about the case.
  package let name: String
  /// Whether the case is worth measuring.
  package let isMeasured: Bool
  /// Multiply-adds of a run, for kernels that consist of them; 0 for the others.
  package let multiplyAdds: Int
  /// What a thread's share has a minimum of; the largest integer if each unit is a share.
  package let work: Int
  /// The size of inputs and outputs in bytes.
  package let byteCount: Int
  /// How far results may be from those of the reference.
  package let tolerance: TrialTolerance
  /// Whether special numbers among inputs reach outputs.
  package let passesSpecialNumbers: Bool
  /// The element types of the outputs.
  package let outputElements: [NumberType]
  /// The kernels, fastest first and the reference last.
  package let candidates: [Candidate]
  private let makeOperands: @Sendable (_ seed: UInt64, _ numbers: TrialNumbers, _ side: TrialSide?) -> TrialOperands

  init<Problem: TrialProblem, Kernel>(
    _ example: KernelCase<Problem>, of family: KernelFamily<Problem, Kernel>,
    _ units: @escaping @Sendable (Problem, Kernel) -> any UnitKernel
  ) {
    let problem = example.problem
    let trial = problem.trial
    self.family = family.name
    name = example.name
    isMeasured = example.isMeasured
    (multiplyAdds, work) = (trial.multiplyAdds, problem.work)
    byteCount = (trial.inputs + trial.outputs).reduce(0) { $0 + $1.count * $1.element.byteCount }
    tolerance = trial.tolerance
    passesSpecialNumbers =
      trial.inputs.contains { $0.element == .float32 }
      && trial.outputs.contains { $0.element == .float32 && !$0.isPlain }
    outputElements = trial.outputs.map(\.element)
    candidates = family.kernels.enumerated().filter { $0.element.supports(problem) }.map { place, candidate in
      Candidate(
        place: place, provider: candidate.provider,
        description: candidate.provider.rawValue + (candidate.form.isEmpty ? "" : ", \(candidate.form)")
      ) { operands, code in
        candidate.make(problem, trial.weights(operands), code).map { units(problem, $0) }
      }
    }
    makeOperands = { TrialOperands(trial, seed: $0, numbers: $1, against: $2) }
  }

  /// New memory, with the numbers of a kind for a seed.
  ///
  /// - Parameter side: the side on which every tensor is next to an inaccessible page; nil for none.
  package func operands(_ seed: UInt64, _ numbers: TrialNumbers, against side: TrialSide? = nil) -> TrialOperands {
    makeOperands(seed, numbers, side)
  }

  package var description: String { "\(family): \(name)" }
}
