import Foundation
import MachineCode

/// The machine on which the numbers were measured; they are meaningless without it.
struct Machine: Codable {
  /// The processor's name.
  let processor: String
  /// Vector extensions relevant to the kernels, and the rate of 512-bit multiply-adds by its name in
  /// `MUDRA_MACHINE_CODE`.
  let features: [String]
  /// Processors that the system offers.
  let processorCount: Int
  /// `debug` or `release`.
  let build: String
  /// Thread counts to measure.
  let threadCounts: [Int]
  /// The commit of the sources, with `+` if they were changed; nil without git.
  let commit: String?

  /// The machine that this runs on.
  static func current(threadCounts: [Int]) -> Machine {
    let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let flags = Set(value("flags", in: information)?.split(separator: " ").map(String.init) ?? [])
    #if DEBUG
      let build = "debug"
    #else
      let build = "release"
    #endif
    return Machine(
      processor: value("model name", in: information) ?? architecture,
      features: ["sse4_2", "avx", "avx2", "fma", "avx512f", "avx512_vnni", "amx_int8"].filter(flags.contains) + rate,
      processorCount: ProcessInfo.processInfo.activeProcessorCount, build: build, threadCounts: threadCounts,
      commit: commit())
  }

  /// The first block of a report.
  var lines: [String] {
    [
      "cpu      \(processor), \(processorCount) processors, \(features.joined(separator: " "))",
      "build    \(build)",
      "threads  \(threadCounts.map(String.init).joined(separator: ", "))",
      "commit   \(commit ?? "unknown")",
    ]
  }

  private static var rate: [String] {
    let products = MachineCodeSupport.floatProducts
    return products.width == .bits512 ? [products.isFullRate ? "full-rate" : "half-rate"] : []
  }

  private static var architecture: String {
    #if arch(x86_64)
      return "x86-64"
    #elseif arch(arm64)
      return "arm64"
    #else
      return "unknown"
    #endif
  }

  private static func value(_ key: String, in information: String) -> String? {
    for line in information.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      if parts.count == 2, parts[0] == key { return parts[1] }
    }
    return nil
  }

  private static func commit() -> String? {
    guard let hash = git(["rev-parse", "--short", "HEAD"]), !hash.isEmpty else { return nil }
    let changes = git(["status", "--porcelain", "--untracked-files=no"]) ?? ""
    return hash + (changes.isEmpty ? "" : "+")
  }

  private static func git(_ arguments: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git", "-C", BenchmarkPicture.packageFolder.path] + arguments
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { return nil }
    return String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
