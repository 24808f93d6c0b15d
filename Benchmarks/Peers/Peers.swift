import Foundation
import TFLiteFormat

/// The libraries that `--compare` runs alternately with Mudra, from the virtual environment that
/// `Tools/dev/compare/setup` creates.
final class Peers {
  private let liteRT: Peer
  private let openVINO: Peer
  private let openVINOInHalf: Peer
  /// Those that quantize first.
  private let quantizing: [Peer]
  private let mediaPipe: Peer
  private let folder: TemporaryFolder
  private let python: String
  private let script: String

  private struct NotSetUp: Error, CustomStringConvertible {
    let python: String
    var description: String { "\(python) is not there: run Tools/dev/compare/setup first" }
  }

  /// Starts all of them.
  init() throws {
    let tools = BenchmarkPicture.packageFolder.appendingPathComponent("Tools/dev/compare")
    python = tools.appendingPathComponent(".venv/bin/python").path
    script = tools.appendingPathComponent("peers.py").path
    guard FileManager.default.isExecutableFile(atPath: python) else { throw NotSetUp(python: python) }
    liteRT = try Peer("litert", python: python, script: script)
    openVINO = try Peer("openvino", python: python, script: script)
    openVINOInHalf = try Peer("openvino-bf16", python: python, script: script)
    quantizing = [
      try Peer("litert-int8", python: python, script: script),
      try Peer("openvino-int8", python: python, script: script),
    ]
    mediaPipe = try Peer("mediapipe", python: python, script: script)
    folder = try TemporaryFolder()
  }

  /// The names of the peers.
  var names: [String] { ([liteRT, openVINO, openVINOInHalf] + quantizing + [mediaPipe]).map(\.name) }

  /// The peers that can run a network, with a number of threads; those that quantize are for networks that have a fast
  /// arithmetic here.
  func contenders(_ network: BenchmarkNetwork, threads: Int, _ report: inout BenchmarkReport) throws -> [Contender] {
    let stages = try network.stages.enumerated().map { place, stage in
      let name = "\(network.name) \(place)"
      let model = try folder.file(stage.model.bytes.withUnsafeBytes { Data($0) }, name: "\(name).tflite")
      let inputs = try stage.inputs.enumerated().map { index, bytes in
        try folder.file(Data(bytes), name: "\(name) \(index).bin")
      }
      return PeerRequest.Stage(model: model, inputs: inputs)
    }
    let peers = [liteRT, openVINO, openVINOInHalf] + (network.promises.hasFast ? quantizing : [])
    return contenders(peers, PeerRequest(stages: stages, threads: threads), threads: threads, &report)
  }

  /// The peers that can recognize gestures. MediaPipe chooses its threads itself.
  func contenders(_ test: RecognizerCase, _ report: inout BenchmarkReport) throws -> [Contender] {
    let picture = try folder.png(test.picture.image, name: test.picture.name)
    let request = PeerRequest(picture: picture, handCount: max(test.picture.handCount, 1), isTracked: test.isTracked)
    return contenders([mediaPipe], request, threads: nil, &report)
  }

  /// MediaPipe in a new process that recognizes a picture and reports how long that took (``FirstResult``).
  func firstResult(picture: String) -> (name: String, process: ChildProcess) {
    (mediaPipe.name, ChildProcess(arguments: [python, script, "first-result", picture], showsErrors: false))
  }

  /// LiteRT in a new process that loads a model and reports what that took (``LoadBenchmarks``).
  func load(model: String) -> ChildProcess {
    ChildProcess(arguments: [python, script, "load", model], showsErrors: false)
  }

  /// Tries each peer once, so that one that cannot do the work is skipped, with its reason.
  private func contenders(
    _ peers: [Peer], _ request: PeerRequest, threads: Int?, _ report: inout BenchmarkReport
  ) -> [Contender] {
    peers.compactMap { peer in
      do {
        _ = try peer.time(request)
      } catch {
        report.note("left out: \(error)")
        return nil
      }
      return Contender(peer.name, threads: threads) { warmUpCount, count in
        var request = request
        (request.warmUpCount, request.count) = (warmUpCount, count)
        return try peer.time(request)
      }
    }
  }
}
