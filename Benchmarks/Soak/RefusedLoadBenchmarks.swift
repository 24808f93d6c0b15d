import Foundation
import HandTracking
import Mudra
import TFLiteFormat
import TensorRuntime

/// Bundles and models that are rejected, thousands of times; they must not leave anything behind.
enum RefusedLoadBenchmarks {
  /// Tries `count` loads, each kind in turn.
  static func run(_ report: inout BenchmarkReport, count: Int) throws {
    report.begin("Refused loads: \(count) of cut and changed bundles and networks")
    let folder = try TemporaryFolder()
    let loads = try bundleLoads(folder) + networkLoads()
    var acceptedCount = 0
    try ResourceWatch.report("refused loads", count: count, &report) { index in
      acceptedCount += (try? loads[index % loads.count]()) == nil ? 0 : 1
    }
    report.add(Figure("refused loads: loads that were not refused", Double(acceptedCount), "", promise: .atMost(0)))
  }

  private typealias Load = () throws -> Void

  /// Files that are missing, empty, truncated, changed in one byte (which the checksum reveals), or of another task.
  private static func bundleLoads(_ folder: TemporaryFolder) throws -> [Load] {
    let whole = try Data(contentsOf: URL(fileURLWithPath: BundledModels.gestureRecognizerPath ?? ""))
    var files = [try folder.file(Data(), name: "empty.task") + ".missing"]
    for part in 0..<8 {
      files.append(try folder.file(whole.prefix(whole.count * part / 8), name: "cut\(part).task"))
      var changed = whole
      changed[whole.count * (2 * part + 1) / 16] ^= 0x10
      files.append(try folder.file(changed, name: "changed\(part).task"))
    }
    let other = BundledModels.handLandmarkerPath ?? ""
    return (files + [other]).map { file in { _ = try GestureRecognizer(modelPath: file) } }
      + [{ _ = try GestureRecognizer(model: HandModel(path: other)) }]
  }

  /// A truncated network, and a complete one that is resized to pictures that its last operators do not support.
  private static func networkLoads() throws -> [Load] {
    let bundle = try Archive(Bytes(contentsOfFile: BundledModels.handLandmarkerPath ?? ""))
    let whole = try bundle.entry(named: ModelConstants.Files.palmDetector)
    let cuts = whole.withUnsafeBytes { bytes in
      (0..<8).map { Bytes(copying: UnsafeRawBufferPointer(rebasing: bytes.prefix(bytes.count * $0 / 8))) }
    }
    return cuts.map { cut in { _ = try Plan(Model(cut)) } }
      + [{ try Interpreter(Model(whole)).resizeInput(0, to: [1, 160, 160, 3]) }]
  }
}
