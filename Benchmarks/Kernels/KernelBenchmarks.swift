import MachineCode
import TensorKernelTrials
import TensorKernels

/// Every kernel of every family on the family's network cases, single-threaded and interleaved.
enum KernelBenchmarks {
  /// Measures the families that the filter selects.
  static func run(_ report: inout BenchmarkReport) throws {
    for family in KernelFamilies.all {
      let trials = family.trials.filter { $0.isMeasured && report.settings.includes("\($0)") }
      guard !trials.isEmpty else { continue }
      report.begin("Kernels: \(family.name), 1 thread\n\(KernelRow.header)")
      for trial in trials { report.add(try measure(trial, report)) }
    }
  }

  /// The rows of a case, one for each kernel that can be created here.
  private static func measure(_ trial: FamilyTrial, _ report: BenchmarkReport) throws -> [KernelRow] {
    var names: [String] = []
    var contenders: [Contender] = []
    for candidate in trial.candidates {
      let memory = trial.operands(1, TrialNumbers())
      guard let kernel = candidate.make(memory, CodeAllocator()) else { continue }
      let operands = memory.operands(for: kernel)
      names.append(candidate.description)
      contenders.append(
        Contender(candidate.description, threads: 1) {
          withExtendedLifetime(memory) { kernel.run(units: 0..<kernel.unitCount, operands) }
        })
    }
    let times = try Interleaving(seconds: report.settings.seconds / 4, peak: report.peak).measure(contenders)
    let slowest = times.last?.median ?? 0
    return zip(names, times).map { name, times in
      KernelRow(
        family: trial.family, example: trial.name, kernel: name, medianMs: times.median,
        multiplyAdds: trial.multiplyAdds, byteCount: trial.byteCount, referenceMs: slowest,
        peak: report.peak?.best(threads: 1))
    }
  }
}
