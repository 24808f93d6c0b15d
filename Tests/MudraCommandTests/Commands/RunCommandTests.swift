import Foundation
import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

@Suite struct RunCommandTests {
  /// Runs a fixture's model on its inputs through files.
  private func run(
    _ fixture: OperatorFixture, _ folder: TemporaryFolder, options: [String] = []
  ) async throws -> CommandRun {
    let model = try fixture.model()
    var arguments = ["run", TestFiles.model(fixture), "--output-dir", folder.path("out")] + options
    for (index, input) in try fixture.inputs().enumerated() {
      let path = try folder.write(input.encoded(), as: "in\(index).npy")
      let graph = model.subgraphs[0]
      arguments += ["--input", "\(graph.tensors[graph.inputs[index]].name)=\(path)"]
    }
    return try await CommandRun.mudra(arguments)
  }

  @Test(arguments: [
    OperatorFixture("graph", "conv_relu"), OperatorFixture("graph", "conv_broadcast_by_the_addition"),
    OperatorFixture("graph", "pad_is_an_output_too"), OperatorFixture("graph", "half_weights_conv"),
    // Their shapes depend on values.
    OperatorFixture("graph", "shape_from_an_input"), OperatorFixture("graph", "two_shapes_one_after_the_other"),
  ])
  func `a model gives LiteRT's outputs`(_ fixture: OperatorFixture) async throws {
    let folder = try TemporaryFolder()
    let run = try await run(fixture, folder, options: ["--json"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(CommandRun.keys(run.output) == ["schema", "source", "outputs", "name", "type", "shape", "file"])
    let outputs = try #require(try run.object()["outputs"] as? [[String: Any]])
    let expected = try fixture.expectedOutputs()
    #expect(outputs.count == expected.count)
    for (output, array) in zip(outputs, expected) {
      let path = try #require(output["file"] as? String)
      let found = try NPYFile(contentsOf: URL(fileURLWithPath: path))
      #expect(OperatorFixture.difference(found, array, .relativeToRange(1e-5)) == nil)
    }
  }

  @Test func `every provider writes the same numbers to rounding`() async throws {
    let fixture = OperatorFixture("graph", "conv_relu")
    for provider in KernelProvider.available {
      let folder = try TemporaryFolder()
      let run = try await run(fixture, folder, options: ["--kernels", provider.rawValue, "--threads", "2"])
      #expect(run.status == 0)
      let name = try #require(try folder.names(in: "out").first)
      let found = try NPYFile(contentsOf: URL(fileURLWithPath: folder.path("out/\(name)")))
      #expect(OperatorFixture.difference(found, try fixture.expectedOutputs()[0], .relativeToRange(1e-5)) == nil)
    }
  }

  @Test func `an input may be given by its number`() async throws {
    let fixture = OperatorFixture("graph", "conv_relu")
    let folder = try TemporaryFolder()
    let path = try folder.write(try fixture.inputs()[0].encoded(), as: "a=b.npy")
    let run = try await CommandRun.mudra(
      ["run", TestFiles.model(fixture), "--input", "0=\(path)", "--output-dir", folder.path("x/y")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 1)
    #expect(try folder.names(in: "x/y").count == 1)
  }

  @Test func `a signature names inputs and outputs`() async throws {
    let fixture = OperatorFixture("graph", "signatures")
    let folder = try TemporaryFolder()
    let inputs = try fixture.inputs().enumerated().map { try folder.write($1.encoded(), as: "\($0).npy") }
    let start = ["run", TestFiles.model(fixture), "--output-dir", folder.path("out")]
    let run = try await CommandRun.mudra(
      start + ["--signature", "swapped", "--input", "minus=\(inputs[1])", "--input", "plus=\(inputs[0])"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(try folder.names(in: "out") == ["sum.npy"])
    let missing = try await CommandRun.mudra(start + ["--signature", "none", "--input", "0=\(inputs[0])"])
    #expect(missing.status == 65)
    #expect(missing.errors.contains("has no signature “none”; it has plain, swapped"), "\(missing.errors)")
  }

  @Test func `an array may have other extents where the model leaves them open`() async throws {
    let folder = try TemporaryFolder()
    let array = try folder.write(NPYFile(floats: [1, -1, 2, 3, -4, 5], shape: [3, 2]).encoded(), as: "in.npy")
    for isOpen in [true, false] {
      let bytes = NamedModel.bytes(outputs: ["out"], NamedModel.Texts(leavesBatchOpen: isOpen))
      let model = try folder.write(bytes, as: "model.tflite")
      let run = try await CommandRun.mudra(["run", model, "--input", "in=\(array)", "--output-dir", folder.path("out")])
      #expect(run.status == (isOpen ? 0 : 65), "\(run.errors)")
    }
    let found = try NPYFile(contentsOf: URL(fileURLWithPath: folder.path("out/out.npy")))
    #expect(found.shape == [3, 2])
    #expect(found.floats == [1, 0, 2, 3, 0, 5])
  }

  @Test func `classes that the model names are printed, best first`() async throws {
    let folder = try TemporaryFolder()
    let model = try folder.write(
      NamedModel.bytes(outputs: ["out"], NamedModel.Texts(metadata: "cat")), as: "model.tflite")
    let array = try folder.write(NPYFile(floats: [0.25, 0.75], shape: [1, 2]).encoded(), as: "in.npy")
    let start = ["run", model, "--input", "in=\(array)", "--output-dir", folder.path("out")]
    let run = try await CommandRun.mudra(start)
    #expect(
      run.lines.dropFirst().map { $0.split(separator: " ") } == [["1", "cat2", "0.7500"], ["0", "cat", "0.2500"]])
    #expect(try await CommandRun.mudra(start + ["--top", "1"]).lines.count == 2)
    let object = try await CommandRun.mudra(start + ["--top", "1", "--json"]).object()
    let classes = try #require((object["outputs"] as? [[String: Any]])?.first?["classes"] as? [[String: Any]])
    #expect(classes.map { $0["label"] as? String } == ["cat2"])
    #expect(try await CommandRun.mudra(start + ["--top", "-1"]).status == 64)
  }

  /// Tools that quantize models keep the metadata, and leave out the files that it names.
  @Test func `a model without the file of its classes runs`() async throws {
    let folder = try TemporaryFolder()
    let bytes = NamedModel.bytes(outputs: ["out"], NamedModel.Texts(metadata: "cat"))
    let archive = try #require(bytes.indices.first { bytes[$0...].starts(with: Array("PK\u{3}\u{4}".utf8)) })
    let model = try folder.write(Array(bytes[..<archive]), as: "model.tflite")
    let array = try folder.write(NPYFile(floats: [0.25, 0.75], shape: [1, 2]).encoded(), as: "in.npy")
    let run = try await CommandRun.mudra(
      ["run", model, "--input", "in=\(array)", "--output-dir", folder.path("out")])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.lines.count == 1)
  }

  @Test func `arrays of another type or shape are refused by name`() async throws {
    let fixture = OperatorFixture("graph", "conv_relu")
    let folder = try TemporaryFolder()
    let right = try fixture.inputs()[0]
    let wrongShape = NPYFile(floats: right.floats, shape: [right.floats.count])
    let wrongType = NPYFile(elementType: .int32, shape: right.shape, bytes: right.bytes)
    for wrong in [wrongShape, wrongType] {
      let path = try folder.write(wrong.encoded(), as: "wrong.npy")
      let run = try await CommandRun.mudra(
        ["run", TestFiles.model(fixture), "--input", "0=\(path)", "--output-dir", folder.path("out")])
      #expect(run.status == 65)
      #expect(run.errorLines.count == 1)
      #expect(run.errors.hasPrefix("mudra: \(path): holds "))
      #expect(!FileManager.default.fileExists(atPath: folder.path("out")))
    }
  }

  @Test func `files that are not NPY, or are cut, are refused`() async throws {
    let fixture = OperatorFixture("graph", "conv_relu")
    let folder = try TemporaryFolder()
    let whole = try fixture.inputs()[0].encoded()
    func text(_ header: String) -> [UInt8] {
      [0x93] + Array("NUMPY".utf8) + [1, 0, UInt8(header.utf8.count), 0] + Array(header.utf8)
    }
    let bad: [([UInt8], String)] = [
      ([], "the file is empty"), (Array("no array".utf8), "not an NPY file"),
      (Array(whole.prefix(40)), "the NPY header is cut short"),
      (text("{'descr': '<f4', 'shape': (1,"), "the NPY header cannot be read"),
      (
        text("{'descr': '>f4', 'fortran_order': False, 'shape': (1,), }"),
        "NPY elements of type '>f4' are not supported"
      ),
      (
        text("{'descr': '<f4', 'fortran_order': True, 'shape': (1, 2), }"),
        "the array is stored columns first; save it with numpy.ascontiguousarray"
      ),
      (
        text("{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 8), }"),
        "the array has 0 bytes of data, expected more than fit in memory for float32 [4611686018427387904,8]"
      ),
      (
        text("{'descr': '<f4', 'fortran_order': False, 'shape': (2,), }"),
        "the array has 0 bytes of data, expected 8 for float32 [2]"
      ),
      ([0x93] + Array("NUMPY".utf8) + [9, 0, 0, 0, 0, 0], "NPY version 9 is not supported"),
    ]
    for (bytes, reason) in bad {
      let path = try folder.write(bytes, as: "bad.npy")
      let run = try await CommandRun.mudra(
        ["run", TestFiles.model(fixture), "--input", "0=\(path)", "--output-dir", folder.path("out")])
      #expect(run.status == 65)
      #expect(run.errorLines == ["mudra: \(path): \(reason)"])
    }
  }

  @Test func `inputs that are missing, unknown or given twice are wrong use`() async throws {
    let fixture = OperatorFixture("graph", "conv_relu")
    let start = ["run", TestFiles.model(fixture), "--output-dir", "/nonexistent/out"]
    for inputs in [[], ["--input", "none=a.npy"], ["--input", "a.npy"], ["--input", "0=a", "--input", "0=b"]] {
      let run = try await CommandRun.mudra(start + inputs)
      #expect(run.status == 64)
      #expect(run.errorLines.count == 1)
    }
    let missing = try await CommandRun.mudra(start + ["--input", "0=/nonexistent/a.npy"])
    #expect(missing.status == 66)
    #expect(missing.errorLines == ["mudra: /nonexistent/a.npy: no such file"])
  }

  @Test func `a bundle and an unknown operator are refused`() async throws {
    let bundle = TestFiles.shipped("hand_landmarker.task")
    let run = try await CommandRun.mudra(["run", bundle, "--output-dir", "/nonexistent/out"])
    #expect(run.status == 65)
    #expect(run.errorLines == ["mudra: \(bundle): is a bundle; expected a .tflite model"])
    let model = TestFiles.model("graph", "bad_unknown_operator")
    let strange = try await CommandRun.mudra(["run", model, "--output-dir", "/nonexistent/out"])
    #expect(strange.status == 65)
    let advice = "LiteRT has it; the documentation lists the operators that Mudra has"
    #expect(strange.errorLines == ["mudra: \(model): unsupported operator HASHTABLE_LOOKUP; " + advice])
  }
}
