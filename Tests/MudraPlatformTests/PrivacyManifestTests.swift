import Foundation
import TestSupport
import Testing

/// The privacy manifest that apps for Apple's systems get with the package.
@Suite struct PrivacyManifestTests {
  /// Calls that need a reason on Apple's systems, by their category.
  private static let calls = [
    "NSPrivacyAccessedAPICategoryFileTimestamp":
      #"\b(f|l)?stat(at)?\(|\bgetattrlist|\battributesOfItem|Date(Key)?\.creation"#,
    "NSPrivacyAccessedAPICategorySystemBootTime": #"\bsystemUptime|\bmach_absolute_time"#,
    "NSPrivacyAccessedAPICategoryDiskSpace": #"\bf?statv?fs\(|volumeAvailableCapacity|systemFreeSize"#,
    "NSPrivacyAccessedAPICategoryActiveKeyboards": #"\bactiveInputModes"#,
    "NSPrivacyAccessedAPICategoryUserDefaults": #"\bUserDefaults"#,
  ]

  private let manifest: [String: Any]

  init() throws {
    let path = PackageFolders.root.appendingPathComponent("Sources/MudraPlatform/PrivacyInfo.xcprivacy")
    let content = try PropertyListSerialization.propertyList(from: Data(contentsOf: path), format: nil)
    manifest = try #require(content as? [String: Any])
  }

  @Test func `nobody is tracked, and no data is collected`() throws {
    #expect(manifest["NSPrivacyTracking"] as? Bool == false)
    #expect(try #require(manifest["NSPrivacyTrackingDomains"] as? [Any]).isEmpty)
    #expect(try #require(manifest["NSPrivacyCollectedDataTypes"] as? [Any]).isEmpty)
  }

  @Test func `the categories of calls that need a reason are those of the sources`() throws {
    let sources = PackageFolders.root.appendingPathComponent("Sources")
    var used: Set<String> = []
    for file in try FileManager.default.subpathsOfDirectory(atPath: sources.path) where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appendingPathComponent(file), encoding: .utf8)
      for (category, pattern) in Self.calls where text.range(of: pattern, options: .regularExpression) != nil {
        used.insert(category)
      }
    }
    let entries = try #require(manifest["NSPrivacyAccessedAPITypes"] as? [[String: Any]])
    #expect(Set(entries.compactMap { $0["NSPrivacyAccessedAPIType"] as? String }) == used)
    for entry in entries {
      #expect((entry["NSPrivacyAccessedAPITypeReasons"] as? [String])?.isEmpty == false)
    }
  }
}
