import Foundation
import KernelChoice
import MachineCode
import TensorKernelTrials
import TensorKernels
import TestSupport
import Testing

@Suite struct KernelFamilyTests {
  private struct Size: KernelProblem {
    let value: Int
    var element = NumberType.float32
  }

  private typealias Candidate = KernelCandidate<Size, String>

  private let family = KernelFamily(
    "sizes",
    kernels: [
      Candidate(.blas, pays: { $0.value > 100 }, make: { _, _, _ in "blas" }),
      Candidate(.simd, supports: { $0.value > 10 }, make: { _, _, _ in "simd" }),
      Candidate(.reference, elements: [.float32, .int8], make: { _, _, _ in "reference" }),
    ])

  private func provider(_ value: Int, requested: KernelProvider?) -> KernelProvider {
    family.choice(for: Size(value: value), requested: requested).provider
  }

  @Test func `without a request the first kernel that supports the problem and pays is taken`() {
    let family = KernelFamily(
      "sizes",
      kernels: [
        Candidate(.machineCode, pays: { $0.value > 100 }, make: { _, _, _ in "emitted" }),
        Candidate(.simd, supports: { $0.value > 10 }, make: { _, _, _ in "simd" }),
        Candidate(.reference, make: { _, _, _ in "reference" }),
      ])
    #expect(family.choice(for: Size(value: 200), requested: nil).provider == .machineCode)
    #expect(family.choice(for: Size(value: 50), requested: nil).provider == .simd)
    #expect(family.choice(for: Size(value: 5), requested: nil).provider == .reference)
  }

  @Test func `without a request no library is taken, nor even opened, however well it would pay`() {
    let family = KernelFamily(
      "sizes",
      kernels: [
        Candidate(
          .blas,
          supports: { _ in
            Issue.record("asking what it supports opens the library")
            return true
          }, make: { _, _, _ in "blas" }),
        Candidate(.reference, make: { _, _, _ in "reference" }),
      ])
    #expect(family.choice(for: Size(value: 200), requested: nil).provider == .reference)
    #expect(family.kernel(for: Size(value: 200), requested: nil).provider == .reference)
  }

  @Test func `without a request no layer of the families takes a library`() {
    let products = MatrixMultiply.cases.map {
      MatrixMultiply.family.choice(for: $0.problem, requested: nil).provider
    }
    let convolutions = Convolution.cases.map {
      Convolution.family.choice(for: $0.problem, requested: nil).provider
    }
    #expect(!products.isEmpty && !convolutions.isEmpty)
    #expect((products + convolutions).allSatisfy { $0 != .blas })
  }

  @Test func `a request is followed whether or not it pays`() {
    #expect(provider(50, requested: .blas) == .blas)
    #expect(provider(200, requested: .simd) == .simd)
    #expect(provider(200, requested: .reference) == .reference)
  }

  @Test func `a layer for which the asked provider has no kernel takes the next one that is allowed`() {
    #expect(provider(5, requested: .simd) == .reference)
    #expect(provider(50, requested: .machineCode) == .simd)
  }

  @Test func `kernels are asked only for the element types that they have`() {
    let problem = Size(value: 200, element: .int8)
    #expect(family.kernels.map { $0.supports(problem) } == [false, false, true])
    #expect(family.kernel(for: problem, requested: nil).kernel == "reference")
  }

  @Test func `a kernel that cannot be made gives way to those that its provider allows, and the provider is theirs`() {
    let refusing = KernelFamily(
      "refusals",
      kernels: [
        Candidate(.machineCode, make: { _, _, _ in nil }), Candidate(.blas, make: { _, _, _ in "blas" }),
        Candidate(.simd, supports: { $0.value > 10 }, make: { _, _, _ in "simd" }),
        Candidate(.reference, make: { _, _, _ in "reference" }),
      ])
    // No library is loaded for a layer whose code is refused.
    for requested in [nil, KernelProvider.machineCode] {
      let portable = refusing.kernel(for: Size(value: 50), requested: requested)
      #expect(portable.kernel == "simd")
      #expect(portable.provider == .simd)
      #expect(refusing.kernel(for: Size(value: 5), requested: requested).provider == .reference)
    }
    #expect(refusing.kernel(for: Size(value: 50), requested: .blas).provider == .blas)
  }

  @Test func `kernels behind the choice, and those that a request forbids, are not asked what they support`() {
    let family = KernelFamily(
      "libraries",
      kernels: [
        Candidate(.machineCode, supports: { $0.value > 10 }, make: { _, _, _ in nil }),
        Candidate(
          .blas,
          supports: { _ in
            Issue.record("a library would be loaded")
            return true
          }, make: { _, _, _ in "blas" }),
        Candidate(.reference, make: { _, _, _ in "reference" }),
      ])
    #expect(family.choice(for: Size(value: 50), requested: nil).provider == .machineCode)
    #expect(family.kernel(for: Size(value: 50), requested: nil).provider == .reference)
    #expect(family.kernel(for: Size(value: 5), requested: .simd).provider == .reference)
  }

  @Test func `a spent allowance of code gives portable kernels that say so`() throws {
    let spent = CodeAllocator(byteCount: 0)
    for family in KernelFamilies.all {
      for trial in family.trials where !trial.isMeasured {
        for candidate in trial.candidates where candidate.provider != .machineCode {
          #expect(candidate.make(trial.operands(1, TrialNumbers()), spent) != nil, "\(trial), \(candidate)")
        }
      }
    }
    let problem = MatrixMultiply.Problem(rows: 4, columns: 8, depth: 8)
    let sample = PaddedFloats([Float](repeating: 1, count: 64))
    let taken = MatrixMultiply.family.kernel(
      for: problem,
      weights: LayerWeights(filter: sample.pointer, epilogue: Epilogue(bias: nil, channels: 8, activation: .none)),
      requested: nil, code: spent)
    #expect(taken.provider == .simd)
    #expect(taken.kernel.memory.allSatisfy { !$0.isCode })
  }

  @Test func `every family is in the registry, with trials for each of its kernels`() throws {
    var count = 0
    for target in ["TensorKernels", "KernelChoice"] {
      let sources = PackageFolders.root.appendingPathComponent("Sources/\(target)")
      let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
      for case let file as URL in files where file.pathExtension == "swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        count += text.split(separator: "static let ").count { $0.contains(/^(family|portable\w*) = KernelFamily</) }
      }
    }
    #expect(KernelFamilies.all.count == count)
    #expect(Set(KernelFamilies.all.map(\.name)).count == count)
    // What has emitted code on every architecture; the others may have it on x86-64 only.
    let emittedEverywhere: Set = [
      "matrix multiply", "convolution", "depthwise convolution", "convolution block", "transposed convolution",
      "pooling", "resize bilinear", "unary elementwise", "binary elementwise", "PReLU", "reduction",
      "row normalization",
    ]
    // Some kernels are only emitted for processors that have everything.
    let products = MachineCodeSupport.integerProducts
    let hasWidestCode = products.isFused && products.width == .bits512
    let emitted = KernelFamilies.all.filter { $0.providers.contains(.machineCode) }.map(\.name)
    #expect(emittedEverywhere.isSubset(of: emitted))
    for family in KernelFamilies.all {
      #expect(family.providers.last == .reference)
      #expect(family.trials.contains { $0.isMeasured }, "\(family.name)")
      for provider in family.providers where KernelProvider.available.contains(provider) {
        #if !arch(x86_64)
          if provider == .machineCode && !emittedEverywhere.contains(family.name) { continue }
        #endif
        #expect(
          family.trials.contains { trial in trial.candidates.contains { $0.provider == provider } },
          "no trial of \(family.name) has a kernel of \(provider)")
      }
      // A provider may have several kernels in a family.
      let tried = Set(family.trials.flatMap { $0.candidates.map(\.place) })
      for (place, provider) in family.providers.enumerated() where KernelProvider.available.contains(provider) {
        guard provider != .machineCode || hasWidestCode else { continue }
        #expect(tried.contains(place), "no trial of \(family.name) has its kernel \(place), of \(provider)")
      }
    }
  }
}
