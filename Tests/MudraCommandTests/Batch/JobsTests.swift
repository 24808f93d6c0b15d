import Foundation
import MudraPlatform
import TestSupport
import Testing

/// Pictures that are processed at the same time.
@Suite struct JobsTests {
  @Test func `output, errors and drawings are the same bytes for any number of jobs`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    var runs: [CommandRun] = []
    for jobs in ["1", "2", "7"] {
      let out = pictures.folder.path("out\(jobs)")
      let arguments = ["gestures", "--hands", "2", "--jobs", jobs] + paths
      runs.append(try await CommandRun.mudra(arguments + ["--json", "--annotate", out + "/"]))
      runs.append(try await CommandRun.mudra(arguments + ["--format", "csv"]))
    }
    for (index, run) in runs.enumerated() {
      #expect(run.status == 65)
      #expect(run.output == runs[index % 2].output)
      #expect(run.errors == runs[index % 2].errors)
    }
    #expect(runs[0].lines.count == paths.count)
    #expect(runs[0].errorLines.count == 4)
    let names = try pictures.folder.names(in: "out1")
    #expect(names.count == 9)
    for jobs in ["2", "7"] {
      #expect(try pictures.folder.names(in: "out\(jobs)") == names)
      for name in names {
        let drawing = try TestFiles.bytes(pictures.folder.path("out\(jobs)/\(name)"))
        #expect(try TestFiles.bytes(pictures.folder.path("out1/\(name)")) == drawing)
      }
    }
  }

  #if os(Linux)
    @Test func `jobs are threads, by default one per processor`() throws {
      let processors = ProcessorCount.available
      let run = try StreamingRun(["landmarks", "--stdin", "paths", "--jobs", "5"])
      try run.send(Array((TestFiles.picture("Victory_left") + "\n").utf8))
      _ = try run.nextLine()
      // Besides the jobs: the thread that reads, and the one that writes.
      #expect(try threadCount(of: run) == 5 + 2)
      #expect(try run.end() == 0)
      let usual = try StreamingRun(["landmarks", "--stdin", "paths"])
      try usual.send(Array((TestFiles.picture("Victory_left") + "\n").utf8))
      _ = try usual.nextLine()
      #expect(try threadCount(of: usual) == (processors > 1 ? processors + 2 : 1))
      #expect(try usual.end() == 0)
    }

    private func threadCount(of run: StreamingRun) throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/\(run.identifier)/task").count
    }
  #endif

  @Test func `a reader that has seen enough ends the program quietly, with any number of jobs`() async throws {
    let (pictures, paths) = try PictureFolder.mixed()
    let errors = pictures.folder.path("errors")
    try #require(FileManager.default.createFile(atPath: errors, contents: nil))
    let handle = try #require(FileHandle(forWritingAtPath: errors))
    let good = paths.filter { !$0.hasSuffix("c.png") && !$0.contains("missing") }
    let list = Array(repeating: good, count: 20).flatMap(\.self)
    let run = try StreamingRun(["landmarks", "--json", "--jobs", "2"] + list, errors: handle)
    #expect(try run.nextLine() != nil)
    try run.closeOutput()
    #expect(try run.end() == -SIGPIPE)
    #expect(try TestFiles.bytes(errors).isEmpty)
  }
}
