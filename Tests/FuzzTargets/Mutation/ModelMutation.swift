import TFLiteFormat
import TestSupport

/// Changes to a model file where bytes changed at random seldom get through: its metadata, its signatures, the files of
/// labels behind it, and the options of custom operators.
struct ModelMutation {
  typealias Table = FlatSchema.Table

  /// What a change is about.
  enum Subject: CaseIterable {
    case anything, metadata, signatures, labels, customOptions
  }

  private(set) var parts: ModelParts
  private var tree: FlatMutation

  /// Begins with a model; nil if its structure is not right.
  init?(_ bytes: [UInt8], _ random: SeededGenerator) {
    guard let parts = ModelParts(bytes) else { return nil }
    self.parts = parts
    tree = FlatMutation(random: random)
  }

  /// A model changed in one to three places; nil if its structure is not right.
  static func mutated(_ bytes: [UInt8], _ random: inout SeededGenerator) -> [UInt8]? {
    guard var mutation = ModelMutation(bytes, random) else { return nil }
    for _ in 0...mutation.tree.random.below(3) { mutation.change(mutation.tree.random.one(of: Subject.allCases)) }
    random = mutation.tree.random
    return mutation.parts.bytes
  }

  /// Makes a change.
  mutating func change(_ subject: Subject) {
    switch subject {
    case .anything: tree.change(&parts.root)
    case .metadata: changeMetadata()
    case .signatures: changeSignatures()
    case .labels: changeLabels()
    case .customOptions: changeCustomOptions()
    }
  }

  // MARK: Metadata

  private mutating func changeMetadata() {
    guard var metadata = parts.metadata, !tree.random.once(in: 12) else {
      return parts.metadata = Self.plainMetadata(tensorCount: tree.random.below(4))
    }
    switch tree.random.below(4) {
    case 0, 1:
      let field = tree.random.one(of: [2, 3])
      setTensors(field, Self.tensors(field, of: metadata) + [tensor()], of: &metadata)
    default: tree.change(&metadata)
    }
    parts.metadata = metadata
  }

  private static func plainMetadata(tensorCount: Int) -> Table {
    let tensors = FlatWriter.Value.tables((0..<tensorCount).map { [0: .string("tensor \($0)")] })
    return [0: .string("name"), 3: .tables([[2: tensors, 3: tensors]])]
  }

  /// The inputs (2) or the outputs (3).
  private static func tensors(_ field: Int, of metadata: Table) -> [Table] {
    guard case .tables(let graphs)? = metadata[3], case .tables(let tensors)? = graphs.first?[field] else { return [] }
    return tensors
  }

  private func setTensors(_ field: Int, _ tensors: [Table], of metadata: inout Table) {
    guard case .tables(var graphs)? = metadata[3], !graphs.isEmpty else {
      return metadata[3] = .tables([[field: .tables(tensors)]])
    }
    graphs[0][field] = .tables(tensors)
    metadata[3] = .tables(graphs)
  }

  /// A tensor with all that is read of one.
  private mutating func tensor() -> Table {
    let channelCount = tree.random.one(of: [0, 1, 3, 1000])
    let numbers = FlatWriter.Value.floats((0..<channelCount).map { Float($0 % 3) })
    let units: [Table] = [
      [0: .byte(1), 1: .table([0: numbers, 1: numbers])], [0: .byte(3), 1: .table([0: .float(0.5)])],
    ]
    var tensor: Table = [
      0: .string(tree.changed("tensor")), 3: .table([0: .byte(2), 1: .table([0: .byte(1)])]),
      4: .tables((0..<tree.random.below(4)).map { units[$0 % 2] }),
    ]
    if let file = parts.files.first { tensor[6] = .tables([Self.labels(file.name)]) }
    return tensor
  }

  private static func labels(_ name: String) -> Table { [0: .string(name), 2: .byte(2), 3: .string("en")] }

  // MARK: Signatures

  private mutating func changeSignatures() {
    guard !parts[7].isEmpty, !tree.random.once(in: 3) else {
      parts[7].append(signature())
      return
    }
    tree.change(&parts[7])
  }

  /// A signature of a subgraph: its own inputs and outputs, or others.
  private mutating func signature() -> Table {
    let index = tree.random.below(max(parts[2].count, 1) + (tree.random.once(in: 8) ? 1 : 0))
    let graph: Table = parts[2].indices.contains(index) ? parts[2][index] : [:]
    func arguments(_ field: Int) -> FlatWriter.Value {
      var tensors: [Int64] = []
      if case .vector(let bytes, 4)? = graph[field] {
        tensors = stride(from: 0, to: bytes.count, by: 4).map { place in
          (0..<4).reduce(0) { (sum: Int64, byte: Int) -> Int64 in sum | Int64(bytes[place + byte]) << (8 * byte) }
        }
      }
      if tree.random.once(in: 4) { tensors.append(tree.changed(tensors.last ?? 0)) }
      return .tables(
        tensors.enumerated().map { place, tensor in
          let name = tree.random.once(in: 8) ? tree.changed("x") : "x\(place)"
          return [0: .string(name), 1: .integer(tensor, byteCount: 4)]
        })
    }
    let key = tree.random.once(in: 2) ? "serving_default" : tree.changed("a")
    return [0: arguments(1), 1: arguments(2), 2: .string(key), 4: .int(index)]
  }

  // MARK: Labels

  private static let texts = [
    "one\ntwo\nthree\n", "one\r\ntwo\r\n", "", "\n", "\n\n\n\n", "one", "\u{FEFF}one\n", "\u{1B}[2J\n\u{202E}a\n", "\r",
    "e\u{301}\n\u{E9}\n",
  ]

  private mutating func changeLabels() {
    if !parts.files.isEmpty, !tree.random.once(in: 4) {
      ArchiveMutation.change(&parts.files, &tree.random)
      return
    }
    let name = tree.random.one(of: ["labels.txt", "labels_en.txt", tree.changed("labels")])
    let text = String(repeating: tree.random.one(of: Self.texts), count: tree.random.one(of: [1, 1, 1, 2, 100]))
    parts.files.append(ZipFile.Entry(name, Array(text.utf8)))
    var metadata = parts.metadata ?? Self.plainMetadata(tensorCount: 1)
    var outputs = Self.tensors(3, of: metadata)
    if outputs.isEmpty { outputs = [[:]] }
    let output = tree.random.below(outputs.count)
    var files: [Table] = []
    if case .tables(let tables)? = outputs[output][6] { files = tables }
    outputs[output][6] = .tables(files + [Self.labels(name)])
    setTensors(3, outputs, of: &metadata)
    parts.metadata = metadata
  }

  // MARK: Options of custom operators

  private static let customOperators: [(name: String, version: Int)] = [
    ("Landmarks2TransformMatrix", 2), ("TransformTensorBilinear", 2), ("TransformLandmarks", 2),
    ("Convolution2DTransposeBias", 1), ("unknown", 1),
  ]

  private mutating func changeCustomOptions() {
    guard !parts[2].isEmpty else { return }
    let graph = tree.random.below(parts[2].count)
    guard case .tables(var operators)? = parts[2][graph][3], !operators.isEmpty else { return }
    let index = tree.random.below(operators.count)
    let depth = tree.random.one(of: [1, 2, 3, 12])
    let node =
      tree.random.once(in: 4)
      ? FlexNode.random(&tree.random, depth: depth) : FlexNode.options(&tree.random, depth: depth)
    operators[index][5] = .bytes(node.buffer(&tree.random))
    operators[index][9] = nil
    // Most operators have no options of this kind: now and then, one becomes a custom one.
    if tree.random.once(in: 3) {
      let custom = tree.random.one(of: Self.customOperators)
      parts[1].append([0: .byte(32), 1: .string(custom.name), 2: .int(custom.version), 3: .int(32)])
      operators[index][0] = .int(parts[1].count - 1)
    }
    parts[2][graph][3] = .tables(operators)
  }
}

extension FuzzTarget {
  /// A model file taken apart and put together again; nil if its structure is not right.
  package static func rebuiltModel(_ bytes: [UInt8]) -> [UInt8]? { ModelParts(bytes)?.bytes }
}
