import TFLiteFormat
import Testing

@Suite struct OperatorEntryTests {
  private func expect(_ fault: OperatorFault, at index: Int = 1, _ edit: (inout SmallModel) -> Void) {
    let name = fault.isAboutCode ? "?" : ["RELU", "ADD"][index]
    #expect(throws: FormatError.operation(subgraph: 0, index: index, name: name, fault: fault)) {
      try Model(SmallModel.edited(edit).bytes)
    }
  }

  @Test func `an absent optional input is accepted`() throws {
    let model = try Model(SmallModel.edited { $0.operators[1][1] = .int32s([1, -1]) }.bytes)
    #expect(model.subgraphs[0].operators[1].inputs == [1, -1])
  }

  @Test func `intermediates are read`() throws {
    let model = try Model(SmallModel.edited { $0.operators[1][8] = .int32s([0, 2]) }.bytes)
    #expect(model.subgraphs[0].operators.map(\.intermediates) == [[], [0, 2]])
  }

  @Test func `an operator without inputs or outputs is left to its implementation`() throws {
    let model = try Model(
      SmallModel.edited { model in
        model.operators[0][1] = nil
        model.operators.append([0: .int(0)])
      }.bytes)
    #expect(model.subgraphs[0].operators.map(\.inputs) == [[], [1, 2], []])
  }

  @Test(arguments: [-2, 4, 65536, 0x7FFF_FFFF, -0x8000_0000]) func `indices are checked`(tensor: Int) {
    expect(.inputIndex(input: 1, tensor: tensor, count: 4)) { $0.operators[1][1] = .int32s([1, tensor]) }
    expect(.outputIndex(output: 0, tensor: tensor, count: 4)) { $0.operators[1][2] = .int32s([tensor]) }
    expect(.intermediateIndex(intermediate: 1, tensor: tensor, count: 4)) {
      $0.operators[1][8] = .int32s([3, tensor])
    }
  }

  @Test func `an absent output is refused`() {
    expect(.outputIndex(output: 0, tensor: -1, count: 4)) { $0.operators[1][2] = .int32s([-1]) }
  }

  @Test(arguments: [2, -1, 0x7FFF_FFFF]) func `an operator code that does not exist is refused`(code: Int) {
    let index = Int(UInt32(truncatingIfNeeded: code))
    expect(.codeIndex(index, count: 2)) { $0.operators[1][0] = .int(code) }
  }

  @Test func `an operator that reads its own output is refused`() {
    expect(.inputTooEarly(input: 0, tensor: 3, producer: 1)) { $0.operators[1][1] = .int32s([3, 2]) }
  }

  @Test func `operators in the wrong order are refused`() {
    #expect(
      throws: FormatError.operation(
        subgraph: 0, index: 0, name: "ADD", fault: .inputTooEarly(input: 0, tensor: 1, producer: 1))
    ) {
      try Model(SmallModel.edited { $0.operators.reverse() }.bytes)
    }
  }

  @Test func `a cycle is refused`() {
    expect(.inputTooEarly(input: 0, tensor: 3, producer: 1), at: 0) { $0.operators[0][1] = .int32s([3]) }
  }

  @Test func `an input that nothing writes is refused`() {
    expect(.inputNeverWritten(input: 1, tensor: 4)) { model in
      model.tensors.append([0: .int32s([2])])
      model.operators[1][1] = .int32s([1, 4])
    }
    expect(.inputNeverWritten(input: 0, tensor: 0), at: 0) { $0.inputs = [] }
    expect(.inputNeverWritten(input: 1, tensor: 2)) { $0.buffers[1] = [:] }
    expect(.inputNeverWritten(input: 1, tensor: 2)) { $0.tensors[2][2] = .int(0) }
  }

  @Test func `a variable and a constant of no elements may be read at any time`() throws {
    for edit: @Sendable (inout SmallModel) -> Void in [
      { $0.tensors.append([0: .int32s([2]), 5: .byte(1)]) }, { $0.tensors.append([0: .int32s([0])]) },
    ] {
      let model = try Model(
        SmallModel.edited { model in
          edit(&model)
          model.operators[1][1] = .int32s([1, 4])
        }.bytes)
      #expect(model.subgraphs[0].operators[1].inputs == [1, 4])
    }
  }

  @Test func `every tensor has one source`() {
    expect(.outputIsConstant(output: 0, tensor: 2)) { $0.operators[1][2] = .int32s([2]) }
    expect(.outputIsGraphInput(output: 0, tensor: 0)) { $0.operators[1][2] = .int32s([0]) }
    expect(.outputWrittenTwice(output: 0, tensor: 1)) { $0.operators[1][2] = .int32s([1]) }
    expect(.outputWrittenTwice(output: 1, tensor: 3)) { $0.operators[1][2] = .int32s([3, 3]) }
    expect(.outputIsVariable(output: 0, tensor: 3)) { $0.tensors[3][5] = .byte(1) }
  }

  @Test func `custom options are read inside and outside the FlatBuffer`() throws {
    var model = SmallModel.edited { $0.operators[0][5] = .bytes([1, 2, 3]) }
    #expect(try Model(model.bytes).subgraphs[0].operators[0].customOptions?.array == [1, 2, 3])
    let count = model.array.count
    model.operators[0][5] = nil
    model.operators[0][9] = .integer(Int64(count), byteCount: 8)
    model.operators[0][10] = .integer(2, byteCount: 8)
    let padding = [UInt8](repeating: 0, count: max(0, count - model.array.count))
    let read = try Model(Bytes(model.array + padding + [8, 9, 10, 11]))
    #expect(read.subgraphs[0].operators[0].customOptions?.count == 2)
    model.operators[0][10] = .integer(-1, byteCount: 8)
    let options = OperatorFault.customOptions(
      offset: UInt64(count), size: .max, available: model.array.count)
    #expect(throws: FormatError.operation(subgraph: 0, index: 0, name: "RELU", fault: options)) {
      try Model(model.bytes)
    }
  }
}

extension OperatorFault {
  /// Whether the operator's name cannot be known.
  fileprivate var isAboutCode: Bool {
    if case .codeIndex = self { true } else { false }
  }
}
