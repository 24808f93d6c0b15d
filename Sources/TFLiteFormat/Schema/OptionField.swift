/// One field of an operator's options, in human-readable form.
///
/// The names are those of the option tables in TFLite's schema.fbs, for the operators that convolutional networks use.
package struct OptionField: Sendable, Hashable {
  /// The schema's name, such as `stride_w`.
  package let name: String
  /// The value, or the schema's default if the file omits it: a number, a word, or numbers in brackets.
  package let value: String
}

extension OperatorEntry {
  /// The options, field by field; empty for operators without options and for unknown kinds of options.
  ///
  /// - Throws: `FormatError` for a field that is outside the file.
  package func optionFields() throws(FormatError) -> [OptionField] {
    guard let options, let known = OptionKind.fields[optionsType] else { return [] }
    var fields: [OptionField] = []
    for field in known { fields.append(OptionField(name: field.name, value: try field.kind.text(options, field.slot))) }
    return fields
  }
}

/// The kind of value that a field holds.
private enum OptionKind {
  case integer(default: Int32 = 0)
  case integers
  case float
  case flag
  /// A byte that selects one of several words.
  case word([String])
  /// A byte that is an element type.
  case type

  typealias Field = (slot: Int, name: String, kind: OptionKind)

  func text(_ table: FlatTable, _ slot: Int) throws(FormatError) -> String {
    switch self {
    case .integer(let value): return String(try table.scalar(slot, default: value))
    case .integers:
      let values = try table.scalars(slot, as: Int32.self, limit: 17) ?? []
      return "[\(values.prefix(16).map(String.init).joined(separator: ","))\(values.count > 16 ? ",…" : "")]"
    case .float: return String(try table.float(slot))
    case .flag: return String(try table.bool(slot))
    case .word(let words):
      let code = Int(try table.scalar(slot, default: Int8(0)))
      return words.indices.contains(code) ? words[code] : String(code)
    case .type:
      let code = try table.scalar(slot, default: UInt8(0))
      return ElementType(rawValue: code)?.name ?? String(code)
    }
  }

  private static let padding = OptionKind.word(["SAME", "VALID"])
  private static let activation = OptionKind.word(["NONE", "RELU", "RELU_N1_TO_1", "RELU6", "TANH", "SIGN_BIT"])
  private static let justActivation: [Field] = [(0, "fused_activation_function", activation)]

  /// The fields, by the tag of the union `BuiltinOptions`.
  static let fields: [Int: [Field]] = [
    1: [
      (0, "padding", padding), (1, "stride_w", .integer()), (2, "stride_h", .integer()),
      (3, "fused_activation_function", activation), (4, "dilation_w_factor", .integer(default: 1)),
      (5, "dilation_h_factor", .integer(default: 1)),
    ],
    2: [
      (0, "padding", padding), (1, "stride_w", .integer()), (2, "stride_h", .integer()),
      (3, "depth_multiplier", .integer()), (4, "fused_activation_function", activation),
      (5, "dilation_w_factor", .integer(default: 1)), (6, "dilation_h_factor", .integer(default: 1)),
    ],
    5: [
      (0, "padding", padding), (1, "stride_w", .integer()), (2, "stride_h", .integer()),
      (3, "filter_width", .integer()), (4, "filter_height", .integer()), (5, "fused_activation_function", activation),
    ],
    8: [
      (0, "fused_activation_function", activation), (1, "weights_format", .word(["DEFAULT", "SHUFFLED4x16INT8"])),
      (2, "keep_num_dims", .flag), (3, "asymmetric_quantize_inputs", .flag),
    ],
    9: [(0, "beta", .float)],
    10: [(0, "axis", .integer()), (1, "fused_activation_function", activation)],
    11: justActivation,
    12: justActivation,
    13: [(0, "radius", .integer()), (1, "bias", .float), (2, "alpha", .float), (3, "beta", .float)],
    15: [(2, "align_corners", .flag), (3, "half_pixel_centers", .flag)],
    17: [(0, "new_shape", .integers)],
    19: [(0, "block_size", .integer())],
    21: justActivation,
    23: [(0, "axis", .integer()), (1, "batch_dims", .integer())],
    27: [(0, "keep_dims", .flag)],
    28: justActivation,
    29: justActivation,
    30: [(0, "squeeze_dims", .integers)],
    32: [
      (0, "begin_mask", .integer()), (1, "end_mask", .integer()), (2, "ellipsis_mask", .integer()),
      (3, "new_axis_mask", .integer()), (4, "shrink_axis_mask", .integer()), (5, "offset", .flag),
    ],
    35: [(0, "num_splits", .integer())],
    37: [(0, "in_data_type", .type), (1, "out_data_type", .type)],
    40: [(0, "output_type", .type)],
    49: [
      (0, "padding", padding), (1, "stride_w", .integer()), (2, "stride_h", .integer()),
      (3, "fused_activation_function", activation),
    ],
    55: [(0, "out_type", .type)],
    57: [(0, "output_type", .type)],
    59: [(0, "values_count", .integer()), (1, "axis", .integer())],
    61: [(0, "axis", .integer())],
    64: [(0, "num", .integer()), (1, "axis", .integer())],
    74: [(0, "align_corners", .flag), (1, "half_pixel_centers", .flag)],
    75: [(0, "alpha", .float)],
    77: [(0, "mode", .word(["REFLECT", "SYMMETRIC"]))],
    79: [(0, "num_splits", .integer())],
    94: [(0, "block_size", .integer())],
    101: [(0, "adj_x", .flag), (1, "adj_y", .flag), (2, "asymmetric_quantize_inputs", .flag)],
    102: [(0, "exclusive", .flag), (1, "reverse", .flag)],
    116: [(0, "approximate", .flag)],
  ]
}
