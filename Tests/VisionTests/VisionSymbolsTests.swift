#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import TestSupport
  import Testing

  /// The table of Vision's symbols in the documentation.
  @Suite struct VisionSymbolsTests {
    private struct Row {
      let symbol: String
      let isHere: Bool
      let note: String
    }

    private static func page() throws -> String {
      try String(
        contentsOf: PackageFolders.root.appendingPathComponent("Sources/Mudra/Mudra.docc/VisionSymbols.md"),
        encoding: .utf8)
    }

    private static func rows() throws -> [Row] {
      try page().split(separator: "\n").compactMap { line in
        let cells = line.split(separator: "|", omittingEmptySubsequences: false).map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        guard cells.count == 5, cells[2] == "yes" || cells[2] == "no" else { return nil }
        return Row(symbol: cells[1], isHere: cells[2] == "yes", note: cells[3])
      }
    }

    @Test func `the table counts its rows, and says why a symbol is missing`() throws {
      let rows = try Self.rows()
      let here = rows.count(where: \.isHere)
      #expect(rows.count == 88 && here >= 80)
      #expect(try Self.page().contains("\n\(here) of \(rows.count) symbols"))
      #expect(rows.filter { !$0.isHere && $0.note.isEmpty }.map(\.symbol).isEmpty)
    }

    @Test func `the tests of this target use every symbol that is said to be here`() throws {
      let folder = PackageFolders.root.appendingPathComponent("Tests/VisionTests")
      var used: Set<Substring> = []
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift", file.lastPathComponent != "VisionSymbolsTests.swift" else { continue }
        let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
        let code = lines.map { line in line[..<(line.firstRange(of: "//")?.lowerBound ?? line.endIndex)] }
        used.formUnion(code.flatMap(Self.words))
      }
      for row in try Self.rows() where row.isHere {
        let parts = row.symbol.split(separator: "`", omittingEmptySubsequences: false).enumerated()
        // An initializer is called by its type's name; its labels tell it apart.
        let words = parts.filter { $0.offset % 2 == 1 }.flatMap { Self.words($0.element) }.filter { $0 != "init" }
        #expect(!words.isEmpty || !row.symbol.contains("`"), "\(row.symbol)")
        let unused = words.filter { !used.contains($0) }
        #expect(unused.isEmpty, "\(row.symbol)")
      }
    }

    private static func words(_ text: Substring) -> [Substring] {
      text.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.filter { $0 != "_" }
    }
  }
#endif
