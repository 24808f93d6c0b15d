import Foundation
import TestSupport
import Testing

@Suite struct FirstResultTests {
  @Test func `a fresh process says what it found and how long it took`() async throws {
    let picture = PackageFolders.fixtures(of: "HandTrackingTests").appendingPathComponent("rendered/Thumb_Up_right.png")
    let (status, output) = try await BuiltProgram("Benchmarks").run(["--first-result", picture.path])
    #expect(status == 0)
    let fields = try #require(JSONSerialization.jsonObject(with: Data(output.utf8)) as? [String: Any])
    #expect(Set(fields.keys) == ["gesture", "creationMs", "resultMs"])
    #expect(fields["gesture"] as? String == "Thumb_Up")
    for part in ["creationMs", "resultMs"] { #expect(try #require(fields[part] as? Double) > 0) }
  }
}
