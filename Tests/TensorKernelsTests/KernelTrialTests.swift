import Foundation
import MachineCode
import MudraPlatform
import TensorKernelTrials
import TensorKernels
import TestSupport
import Testing

/// Every kernel of every family compared with its family's reference, on the family's own cases.
@Suite struct KernelTrialTests {
  /// Vector code is hundreds of times slower without optimization, so debug builds only try the small cases.
  private static let trials: [FamilyTrial] = {
    #if DEBUG
      let isLong = ProcessInfo.processInfo.environment["MUDRA_LONG_TESTS"] != nil
    #else
      let isLong = true
    #endif
    return KernelFamilies.all.flatMap(\.trials).filter { isLong || !$0.isMeasured }
  }()

  private static let seed = SeededGenerator.runSeed

  /// The operands after a run, divided into calls of a number of units, with emitted calls in place of the run if
  /// requested.
  private func results(
    of candidate: FamilyTrial.Candidate, _ trial: FamilyTrial, _ numbers: TrialNumbers = TrialNumbers(),
    seed: UInt64 = KernelTrialTests.seed, unitsPerCall: Int? = nil, emitted: Bool = false,
    against side: TrialSide? = nil
  ) throws -> TrialOperands? {
    let operands = trial.operands(seed, numbers, against: side)
    guard let kernel = candidate.make(operands, CodeAllocator()) else {
      // Filters that are not finite may be left to the reference.
      #expect(
        numbers.special == .constants && candidate.provider != .reference, "\(trial), \(candidate) was not made")
      return nil
    }
    let places = operands.operands(for: kernel)
    for units in cuts(kernel.unitCount, every: unitsPerCall ?? max(kernel.unitCount, 1)) {
      guard emitted else {
        kernel.run(units: units, places)
        continue
      }
      guard let calls = kernel.calls(units: units, places) else { return nil }
      for call in calls { call.run() }
    }
    #expect(operands.areBordersIntact, "\(trial), \(candidate) wrote outside a tensor")
    return operands
  }

  /// Where results are first too far from the reference's, as a sentence; nil if nowhere.
  private func difference(
    _ found: TrialOperands, _ expected: TrialOperands, _ magnitudes: TrialOperands?, _ trial: FamilyTrial
  ) -> String? {
    for (index, element) in trial.outputElements.enumerated() {
      guard element == .float32 else {
        if found.bytes(ofOutput: index) != expected.bytes(ofOutput: index) { return "output \(index) differs" }
        continue
      }
      let (values, wanted) = (found.floats(ofOutput: index), expected.floats(ofOutput: index))
      let bounds = magnitudes?.floats(ofOutput: index)
      for place in values.indices {
        let (value, want) = (values[place], wanted[place])
        if value == want || (value.isNaN && want.isNaN) { continue }
        let tolerance: Float =
          switch trial.tolerance {
          case .exact: 0
          case .ulps(let ulps, let ofOne): ulps * want.ulp + ofOne * .ulpOfOne
          case .reorderedSum(let terms):
            Comparison.reorderedSum(
              terms: terms, magnitude: bounds.map { $0[place].isNaN ? .infinity : $0[place] } ?? 0)
          }
        // Bounds are without activations. If one is not finite, it tells nothing about numbers, but none is infinite.
        if !(abs(value - want) <= tolerance) || !(value - want).isFinite {
          return "element \(place) of output \(index) is \(value), expected \(want) within \(tolerance)"
        }
      }
    }
    return nil
  }

  @Test(arguments: trials)
  func `every kernel computes what the reference computes, however it is cut`(_ trial: FamilyTrial) throws {
    let reference = try #require(trial.candidates.last)
    let expected = try #require(try results(of: reference, trial))
    var magnitudes: TrialOperands?
    if case .reorderedSum = trial.tolerance {
      magnitudes = try results(of: reference, trial, TrialNumbers(magnitudes: true))
    }
    for candidate in trial.candidates {
      let whole = candidate.place == reference.place ? expected : try #require(try results(of: candidate, trial))
      let sentence = difference(whole, expected, magnitudes, trial)
      #expect(sentence == nil, "\(trial), \(candidate), seed \(Self.seed)")
      // OpenBLAS may add in a different order for a different number of rows.
      guard candidate.provider != .blas else { continue }
      for unitsPerCall in [1, 3] where !trial.isMeasured {
        let cut = try #require(try results(of: candidate, trial, unitsPerCall: unitsPerCall))
        #expect(sameBits(cut, whole, trial), "\(trial), \(candidate), \(unitsPerCall) units a call")
      }
      if let emitted = try results(of: candidate, trial, emitted: true) {
        #expect(sameBits(emitted, whole, trial), "\(trial), \(candidate), as emitted calls")
      }
    }
  }

  /// Runs the kernels of a family, or of all, with operands next to pages that can be neither read nor written.
  static func runBesideGuardPages(_ family: String? = nil) throws {
    for trial in trials where family == nil || trial.family == family {
      for candidate in trial.candidates {
        for side in TrialSide.allCases {
          // The last line of a process that ends names the kernel.
          FileHandle.standardError.write(Data("\(trial), \(candidate), \(side)\n".utf8))
          for (unitsPerCall, emitted) in [(nil, false), (1, false), (nil, true)] {
            _ = try KernelTrialTests().results(
              of: candidate, trial, unitsPerCall: unitsPerCall, emitted: emitted, against: side)
          }
        }
      }
    }
  }

  // One byte too far ends the process of the test. Swift 6.2 cannot tell such a process what to run.
  #if compiler(>=6.3)
    @Test(arguments: KernelFamilies.all.map(\.name))
    func `no kernel leaves its operands, on either side`(_ family: String) async {
      await #expect(processExitsWith: .success, "\(family)") { [family = family as String] in
        try KernelTrialTests.runBesideGuardPages(family)
      }
    }
  #else
    @Test func `no kernel leaves its operands, on either side`() async {
      await #expect(processExitsWith: .success) { try KernelTrialTests.runBesideGuardPages() }
    }
  #endif

  /// Reads the byte at `place` of an operand of three bytes next to a guard page.
  static func readByte(_ place: Int, against side: TrialSide) {
    let trial = KernelTrial<Void>(inputs: [TrialTensor(3, .int8)], outputs: [])
    print(
      TrialOperands(trial, seed: 1, against: side).pointer(toInput: 0).load(fromByteOffset: place, as: Int8.self))
  }

  @Test func `a read one byte too far ends the process`() async {
    await #expect(processExitsWith: .signal(SIGSEGV)) { KernelTrialTests.readByte(-1, against: .start) }
    await #expect(processExitsWith: .signal(SIGSEGV)) { KernelTrialTests.readByte(3, against: .end) }
  }

  @Test(arguments: trials, [TrialNumbers.Special.inputs, .constants])
  func `every kernel agrees on what is NaN and what is infinite`(
    _ trial: FamilyTrial, _ special: TrialNumbers.Special
  ) throws {
    let reference = try #require(trial.candidates.last)
    for round in 0..<UInt64(trial.isMeasured ? 1 : 8) {
      let seed = Self.seed &+ round
      let expected = try #require(try results(of: reference, trial, TrialNumbers(special), seed: seed))
      var magnitudes: TrialOperands?
      if case .reorderedSum = trial.tolerance {
        magnitudes = try results(of: reference, trial, TrialNumbers(special, magnitudes: true), seed: seed)
      }
      for candidate in trial.candidates.dropLast() {
        for emitted in [false, true] {
          guard
            let found = try results(of: candidate, trial, TrialNumbers(special), seed: seed, emitted: emitted)
          else { continue }
          let sentence = difference(found, expected, magnitudes, trial)
          #expect(sentence == nil, "\(trial), \(candidate), seed \(seed)")
        }
      }
    }
  }

  @Test(arguments: KernelFamilies.all.map(\.name))
  func `special numbers reach the results`(_ family: String) throws {
    var (nans, numbers) = (0, 0)
    for trial in Self.trials where trial.family == family && !trial.isMeasured && trial.passesSpecialNumbers {
      let reference = try #require(trial.candidates.last)
      for round in 0..<UInt64(32) {
        let results = try #require(
          try results(of: reference, trial, TrialNumbers(.inputs), seed: Self.seed &+ round))
        for (index, element) in trial.outputElements.enumerated() where element == .float32 {
          let values = results.floats(ofOutput: index)
          nans += values.count { $0.isNaN }
          numbers += values.count { !$0.isNaN }
        }
      }
    }
    #expect(nans > 0 && numbers > 0 || nans + numbers == 0, "\(nans) of \(nans + numbers) are NaN")
  }

  private func sameBits(_ first: TrialOperands, _ second: TrialOperands, _ trial: FamilyTrial) -> Bool {
    trial.outputElements.indices.allSatisfy { index in
      guard trial.outputElements[index] == .float32 else {
        return first.bytes(ofOutput: index) == second.bytes(ofOutput: index)
      }
      return Comparison.bitDifference(first.floats(ofOutput: index), second.floats(ofOutput: index)) == nil
    }
  }

  /// Kernels in the lists of emitted code that leave some work to Swift: their provider is not `machineCode`.
  private static let partlyPortable: [String: String] = [
    "PReLU, machineCode": "bytes whose ties no factors give have tables",
    "batch matrix multiply, machineCode, bytes": "both sides are packed at run time",
    "byte convolution, machineCode": "steps from pixel to pixel that code cannot hold",
    "comparison, machineCode": "fewer than eight integers at the end of a row",
    "convolution block, machineCode": "depthwise layers that need a whole picture",
    "extreme index, machineCode, rows of bytes": "the place of an extreme is searched by memchr",
    "reduction, machineCode, bytes": "sums become bytes of another scale",
    "row quantization, machineCode": "a scale follows from a row's limits",
    "row ranges, machineCode": "limits become a scale and a zero point",
    "strided copy, machineCode, staged": "a tile's lines have memory of their own",
    "transposed convolution by windows, machineCode": "windows that overlap are added",
  ]

  /// The same where only Swift copies patches.
  #if arch(x86_64)
    private static let portablePatches: Set<String> = []
  #else
    private static let portablePatches: Set = [
      "convolution, machineCode, patches", "transposed convolution, machineCode",
    ]
  #endif

  @Test(arguments: trials)
  func `a kernel is emitted code if it consists of emitted calls and nothing else`(_ trial: FamilyTrial) throws {
    for candidate in trial.candidates {
      let operands = trial.operands(Self.seed, TrialNumbers())
      let kernel = try #require(candidate.make(operands, CodeAllocator()))
      guard kernel.unitCount > 0 else { continue }
      let calls = kernel.calls(units: 0..<1, operands.operands(for: kernel))
      let consistsOfEmittedCalls = calls.map { $0.allSatisfy { !$0.isPortable } } ?? false
      let isOfEmittedCode = candidate.provider == .machineCode
      #expect(kernel.isEmitted == (isOfEmittedCode && consistsOfEmittedCalls), "\(trial), \(candidate)")
      let name = "\(trial.family), \(candidate)"
      let mayBePortable =
        !isOfEmittedCode || Self.partlyPortable[name] != nil || Self.portablePatches.contains(name)
      #expect(kernel.isEmitted || mayBePortable, "\(trial), \(candidate)")
    }
  }

  @Test(arguments: trials)
  func `a kernel names all memory that it holds on to`(_ trial: FamilyTrial) throws {
    for candidate in trial.candidates {
      let kernel = try #require(candidate.make(trial.operands(Self.seed, TrialNumbers()), CodeAllocator()))
      let named = Set(kernel.memory.map { ObjectIdentifier($0) })
      var found: Set<ObjectIdentifier> = []
      reflectMemory(in: kernel) { found.insert(ObjectIdentifier($0)) }
      #expect(found.isSubset(of: named), "\(trial), \(candidate) forgets memory")
      #expect(
        candidate.provider != .reference || kernel.memory.allSatisfy { !$0.isCode },
        "\(trial), \(candidate) has code")
    }
  }

  @Test(arguments: trials)
  func `a problem of small units says how much work it is`(_ trial: FamilyTrial) throws {
    let operands = trial.operands(Self.seed, TrialNumbers())
    for candidate in trial.candidates {
      let kernel = try #require(candidate.make(operands, CodeAllocator()))
      let isSmall = kernel.elementsPerUnit == 1 && kernel.unitCount > 255
      #expect(!isSmall || trial.work < .max, "\(trial), \(candidate) has a share for each element")
    }
  }
}

/// Kernel memory found by reflection in a value, which its owner may have forgotten to report.
func reflectMemory(in value: Any, _ found: (any KernelMemory) -> Void) {
  // A cast of an array to a protocol of classes converts its elements first.
  if type(of: value) is AnyClass, let memory = value as? any KernelMemory { return found(memory) }
  func isPlain<Value>(_: Value) -> Bool { _isPOD(Value.self) }
  if isPlain(value) { return }
  let mirror = Mirror(reflecting: value)
  // An array of numbers holds nothing else, and may be long.
  if mirror.displayStyle == .collection, let first = mirror.children.first?.value, isPlain(first) { return }
  for child in mirror.children { reflectMemory(in: child.value, found) }
}
