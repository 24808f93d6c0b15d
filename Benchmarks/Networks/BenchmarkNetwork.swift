import TFLiteFormat
import TensorRuntime

/// A network to measure, or two consecutive ones, with realistic inputs.
struct BenchmarkNetwork {
  /// One model and its inputs.
  struct Stage {
    let model: Model
    /// The bytes of each input, in its own type.
    let inputs: [[UInt8]]

    /// A model whose inputs have values from 0 to 1, which those of integers have in their whole range.
    init(model: Model, values: [[Float]]) {
      self.model = model
      let graph = model.subgraphs[0]
      inputs = zip(graph.inputs, values).map { Self.bytes($1, as: graph.tensors[$0].elementType) }
    }

    private static func bytes(_ values: [Float], as type: ElementType) -> [UInt8] {
      func bytes<T>(_ value: (Float) -> T) -> [UInt8] { values.map(value).withUnsafeBytes { Array($0) } }
      switch type {
      case .int8: return bytes { Int8(clamping: Int($0 * 255) - 128) }
      case .uint8: return bytes { UInt8(clamping: Int($0 * 255)) }
      case .int16: return bytes { Int16(clamping: Int($0 * 65535) - 32768) }
      case .float32: return bytes { $0 }
      // Indices, lengths, conditions: the same for everybody.
      default: return [UInt8](repeating: 0, count: values.count * (type.byteCount ?? 0))
      }
    }

    /// A session with the inputs in place.
    func session(_ plan: Plan, threads: Int = 1) throws -> Session {
      let session = try Session(plan, threads: threads)
      for (index, bytes) in inputs.enumerated() {
        session.withInput(index) { memory in
          precondition(bytes.count == memory.count, "input \(index) has \(memory.count) bytes, not \(bytes.count)")
          bytes.withUnsafeBytes { memory.copyMemory(from: $0) }
        }
      }
      return session
    }
  }

  /// Its title; charts key on it.
  let name: String
  /// The models in the order in which they run. All but the last have one output, which is the next one's input.
  let stages: [Stage]
  /// What the package promises about it.
  let promises: Promises
  /// Whether it is one of the folder given with `--models`, whose ratios are summed up.
  let isOfFolder: Bool

  /// The minimum that a network must attain; nil if nothing is promised.
  struct Promises {
    /// Times as fast as LiteRT with as many threads.
    var ratio: Double?
    /// The fraction of the machine's peak with one thread.
    var share: Double?
    /// Times as fast with two threads as with one.
    var scaling: Double?
    /// Times as fast as peers in `fast` arithmetic, with one thread, by their names without versions; it is measured in
    /// that arithmetic if there are any.
    var fastRatios: [String: Double] = [:]
    /// Whether it is measured in `fast` arithmetic.
    var hasFast: Bool { !fastRatios.isEmpty }
  }

  /// A network with its promises.
  init(_ name: String, _ stages: [Stage], _ promises: Promises = Promises(), isOfFolder: Bool = false) {
    self.name = name
    self.stages = stages
    self.promises = promises
    self.isOfFolder = isOfFolder
  }

  /// The prepared models.
  func plans(provider: KernelProvider? = nil, precision: Precision = .exact) throws -> [Plan] {
    try stages.map { try Plan($0.model, options: PlanOptions(provider: provider, precision: precision)) }
  }

  /// The work of one run, ready to be timed.
  func runner(_ plans: [Plan], threads: Int) throws -> () throws -> Void {
    let sessions = try zip(stages, plans).map { try $0.session($1, threads: threads) }
    return {
      for (index, session) in sessions.enumerated() {
        try session.run()
        guard index + 1 < sessions.count else { break }
        session.withOutput(0) { output in sessions[index + 1].withInput(0) { $0.copyMemory(from: output) } }
      }
    }
  }
}
