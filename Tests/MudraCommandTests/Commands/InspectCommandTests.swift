import Foundation
import TFLiteFormat
import TestSupport
import Testing

@Suite struct InspectCommandTests {
  @Test func `a bundle shows its entries, networks and operators`() async throws {
    let run = try await CommandRun.mudra(["inspect", TestFiles.shipped("gesture_recognizer.task")])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
    #expect(run.lines.contains("== hand_landmarker.task/hand_detector.tflite"))
    #expect(run.lines.contains("== hand_gesture_recognizer.task/canned_gesture_classifier.tflite"))
    #expect(run.output.contains("input_1  float32 [1,192,192,3]"))
    #expect(run.output.contains("multiply-adds"))
    #expect(run.output.contains("8 labels: None, Closed_Fist"))
  }

  @Test func `the JSON of a bundle nests its entries`() async throws {
    let run = try await CommandRun.mudra(["inspect", TestFiles.shipped("hand_landmarker.task"), "--json"])
    #expect(run.lines.count == 1)
    let object = try run.object()
    #expect(object["schema"] as? String == "mudra.inspect/1")
    let entries = try #require(object["entries"] as? [[String: Any]])
    #expect(entries.map { $0["name"] as? String } == ["hand_detector.tflite", "hand_landmarks_detector.tflite"])
    let model = try #require(entries[0]["model"] as? [String: Any])
    #expect(model["multiplyAdds"] as? Int == 337_333_248)
    #expect((model["unsupportedOperators"] as? [String]) == [])
    let counts = try #require(model["operatorCounts"] as? [String: Int])
    #expect(counts["CONV_2D"] == 35)
    let graph = try #require((model["subgraphs"] as? [[String: Any]])?.first)
    let operators = try #require(graph["operators"] as? [[String: Any]])
    #expect(operators.count == counts.values.reduce(0, +))
    let tensors = try #require(graph["tensors"] as? [[String: Any]])
    #expect(tensors[0]["shape"] as? [Int] == [1, 192, 192, 3])
    let metadata = try #require(model["metadata"] as? [String: Any])
    #expect(metadata["name"] as? String == "Multi Hand Detection")
  }

  @Test func `a model shows the options of its operators and its memory plan`() async throws {
    let path = TestFiles.model("conv_2d", "3x3_channels_3_to_8_stride_2")
    let text = try await CommandRun.mudra(["inspect", path])
    let line = try #require(text.lines.first { $0.contains("CONV_2D") && $0.contains("stride_w") })
    #expect(line.contains("padding=SAME stride_w=2 stride_h=2 fused_activation_function=RELU6 dilation_w_factor=1"))
    #expect(text.lines.contains { $0.hasPrefix("memory plan") })
    let run = try await CommandRun.mudra(["inspect", path, "--json"])
    let model = try #require(try run.object()["model"] as? [String: Any])
    let plan = try #require(model["plan"] as? [String: Any])
    let placements = try #require(plan["placements"] as? [[String: Any]])
    // The picture of 9 × 8 × 3 floats and the output of 5 × 4 × 8.
    #expect(placements.compactMap { $0["byteCount"] as? Int }.sorted() == [640, 864])
    let ends = placements.map { ($0["offset"] as? Int ?? 0) + ($0["byteCount"] as? Int ?? 0) }
    #expect(try #require(ends.max()) <= #require(plan["arenaByteCount"] as? Int))
    let graph = try #require((model["subgraphs"] as? [[String: Any]])?.first)
    let options = try #require((graph["operators"] as? [[String: Any]])?.first?["options"] as? [String: String])
    #expect(options["stride_h"] == "2")
    #expect(options["fused_activation_function"] == "RELU6")
  }

  @Test func `a model that cannot run is shown with the reason`() async throws {
    let model = TestFiles.model("graph", "bad_unknown_operator")
    let text = try await CommandRun.mudra(["inspect", model])
    #expect(text.status == 0)
    #expect(text.output.contains("unsupported  HASHTABLE_LOOKUP"))
    let json = try await CommandRun.mudra(["inspect", model, "--json"])
    let object = try #require(try json.object()["model"] as? [String: Any])
    #expect(object["unsupportedOperators"] as? [String] == ["HASHTABLE_LOOKUP"])
    #expect((object["plan"] as? [String: Any])?["error"] as? String == "unsupported operator HASHTABLE_LOOKUP")
  }

  /// A model whose tensors, `count` of them, are the same table.
  private func model(sharedTensors count: Int) -> [UInt8] {
    let graph: [Int: FlatWriter.Value] = [
      0: .repeated([0: .int32s([1]), 3: .string(String(repeating: "n", count: 15))], count: count), 1: .int32s([0]),
      2: .int32s([0]),
    ]
    return FlatWriter.buffer(
      root: [0: .int(3), 1: .tables([]), 2: .tables([graph]), 4: .tables([[:]])], identifier: "TFL3")
  }

  @Test(arguments: [[], ["--json"]])
  func `a listing has a limit`(_ option: [String]) async throws {
    let folder = try TemporaryFolder()
    let small = try folder.write(model(sharedTensors: 1000), as: "small.tflite")
    #expect(try await CommandRun.mudra(["inspect", small] + option).status == 0)
    let path = try folder.write(model(sharedTensors: 500_000), as: "large.tflite")
    let run = try await CommandRun.mudra(["inspect", path, "--max-time", "60"] + option)
    #expect(run.status == 65)
    #expect(run.output.isEmpty)
    #expect(run.errorLines == ["mudra: \(path): there is more to list than the limit of 33554432 bytes"])
  }

  @Test(arguments: [[], ["--json"], ["--passes"], ["--passes", "--json"]])
  func `a listing has a time`(_ option: [String]) async throws {
    let file = TestFiles.shipped("hand_landmarker.task")
    let run = try await CommandRun.mudra(["inspect", file, "--max-time", "0.001"] + option)
    #expect(run.status == 75)
    #expect(run.output.isEmpty)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.contains("takes longer than the limit of 0.001 seconds"))
  }

  @Test func `one long line does not make the others long`() async throws {
    let use: [Int: FlatWriter.Value] = [0: .int(0), 1: .int32s([Int](repeating: 0, count: 4000)), 2: .int32s([])]
    let small: [Int: FlatWriter.Value] = [0: .int(0), 1: .int32s([0]), 2: .int32s([])]
    let graph: [Int: FlatWriter.Value] = [
      0: .tables([[0: .int32s([1]), 3: .string("input")]]), 1: .int32s([0]), 2: .int32s([0]),
      3: .tables([use] + [[Int: FlatWriter.Value]](repeating: small, count: 100)),
    ]
    let bytes = FlatWriter.buffer(
      root: [0: .int(3), 1: .tables([[0: .byte(2), 3: .int(2)]]), 2: .tables([graph]), 4: .tables([[:]])],
      identifier: "TFL3")
    let folder = try TemporaryFolder()
    let run = try await CommandRun.mudra(["inspect", try folder.write(bytes, as: "wide.tflite")])
    #expect(run.status == 0)
    #expect(run.output.contains(" and 3936 others →"))
    #expect(run.output.utf8.count < 30_000)
  }

  @Test func `a bundle in a bundle in a bundle ends somewhere`() async throws {
    let folder = try TemporaryFolder()
    var bytes = ZipFile.bytes(of: [(name: "readme.txt", data: [])])
    for _ in 0..<12 { bytes = ZipFile.bytes(of: [(name: "inner.task", data: bytes)]) }
    let path = try folder.write(bytes, as: "deep.task")
    let run = try await CommandRun.mudra(["inspect", path])
    #expect(run.status == 65)
    #expect(run.errorLines.count == 1)
    #expect(run.errors.hasSuffix("bundles are nested more than 8 deep\n"))
  }

  @Test func `the graph is shown after each pass`() async throws {
    let file = TestFiles.shipped("hand_landmarker.task")
    let text = try await CommandRun.mudra(["inspect", file, "--passes"])
    #expect(text.status == 0)
    for line in ["read: ", "fold constants: ", "check limits: as before", "fuse activations: ", "fuse blocks: "] {
      #expect(text.output.contains("\n\(line)"), "\(line)")
    }
    let run = try await CommandRun.mudra(["inspect", file, "--passes", "--json"])
    let object = try run.object()
    #expect(object["schema"] as? String == "mudra.passes/1")
    let models = try #require(object["models"] as? [[String: Any]])
    #expect(models.count == 2)
    for model in models {
      let passes = try #require(model["passes"] as? [[String: Any]])
      let names = passes.compactMap { $0["name"] as? String }
      #expect(names.first == "read" && names.last == "fuse blocks")
      let counts = passes.compactMap { ($0["nodes"] as? [[String: Any]])?.count }
      #expect(counts == counts.sorted(by: >) && counts[0] > counts[counts.count - 1])
      #expect(model["error"] as? String == nil)
    }
  }

  /// Quantized networks have a graph for emitted code, and one for all other kernels, on any processor.
  @Test(arguments: ["simd", "reference"])
  func `passes show the graph of the kernels that were requested`(_ kernels: String) async throws {
    let file = PackageFolders.fixtures(of: "TensorRuntimeTests")
      .appendingPathComponent("quantized/classifier_int8.tflite").path
    let portable = ["MUDRA_MACHINE_CODE": "off"]
    let expected = try await CommandRun.mudra(["inspect", file, "--passes"], environment: portable).output
    #expect(expected.contains("lower quantization: 40 nodes"))
    #expect(try await CommandRun.mudra(["inspect", file, "--passes", "--kernels", kernels]).output == expected)
    let environment = ["MUDRA_KERNELS": kernels]
    #expect(try await CommandRun.mudra(["inspect", file, "--passes"], environment: environment).output == expected)
  }
}
