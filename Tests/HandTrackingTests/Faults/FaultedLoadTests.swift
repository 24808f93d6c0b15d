// Tests in processes of their own take values from the test since Swift 6.3.
#if os(Linux) && compiler(>=6.3)
  import Foundation
  import HandTracking
  import PixelImaging
  import MudraPlatform
  import TFLiteFormat
  import TensorRuntime
  import TestSupport
  import Testing

  /// Whatever call of the system fails, a load ends in a typed error or in something that works, and leaves nothing
  /// behind. Each test has a process of its own, so that what the process holds is what the load does.
  @Suite struct FaultedLoadTests {
    @Test(arguments: FaultedLoad.allCases)
    func `each call of the system fails once`(load: FaultedLoad) async {
      await #expect(processExitsWith: .success) { [load] in
        let folder = try FaultedLoad.makeFolder()
        let counted = FaultInjection()
        // What exists once in a process is made by the first load.
        let expected = try load.load(folder)()
        #expect(!expected.isEmpty)
        _ = try counted.run { try load.load(folder) }
        #expect(!counted.calls.isEmpty)
        let names = Set(try folder.names())
        let before = try HeldResources.now()
        for index in Self.chosen(counted.calls.indices) {
          let faults = FaultInjection(failing: index)
          let failure = Self.failure(of: load, faults, folder, expected)
          #expect(failure == nil, "\(load), call \(index), \(String(describing: faults.calls.last))")
          #expect(faults.calls.count > index)
          // A file that could not be written may be gone; there is none beside it.
          #expect(try names.isSuperset(of: folder.names()))
          let after = try HeldResources.now(threadCount: before.threadCount)
          #expect(after.descriptorCount == before.descriptorCount)
          #expect(after.threadCount <= before.threadCount)
          #expect(after.codeByteCount == before.codeByteCount)
        }
        // Swift's own memory is given back to the system later or not at all, but it does not grow from load to load.
        #expect(try HeldResources.now().memoryByteCount < before.memoryByteCount + 8 << 20)
        #expect(try load.load(folder)() == expected)
      }
    }

    /// The same in processes that have loaded nothing before: what exists once in a process is made with a fault.
    @Test func `the first load of a process ends in an error or works`() async throws {
      let counted = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
        let faults = FaultInjection()
        let folder = try FaultedLoad.makeFolder()
        _ = try faults.run { try FaultedLoad.modelInFile.load(folder) }
        print("\ncalls: \(faults.calls.count)")
      }
      let output = String(decoding: try #require(counted).standardOutputContent, as: UTF8.self)
      let line = try #require(output.split(separator: "\n").last { $0.hasPrefix("calls: ") })
      let callCount = try #require(Int(line.dropFirst("calls: ".count)))
      #expect(callCount > 20)
      // Each is a process: every third, so that pages and the rights to run them are both among them.
      for index in stride(from: 0, to: callCount, by: 3) {
        await #expect(processExitsWith: .success) { [index = index as Int] in
          let folder = try FaultedLoad.makeFolder()
          let load = FaultedLoad.modelInFile
          let faults = FaultInjection(failing: index)
          #expect(Self.failure(of: load, faults, folder, nil) == nil, "call \(index)")
          #expect(faults.calls.count > index)
          // Only this load had the fault.
          #expect(try !load.load(folder)().isEmpty)
        }
      }
    }

    /// Of long loads, a debug build takes every eleventh call.
    private static func chosen(_ calls: Range<Int>) -> some Sequence<Int> {
      stride(from: 0, to: calls.upperBound, by: BuildKind.isOptimized || calls.count <= 100 ? 1 : 11)
    }

    /// What is wrong with a load of which one call fails; nil if it ends in a typed error or gives what is expected.
    private static func failure(
      of load: FaultedLoad, _ faults: FaultInjection, _ folder: TemporaryFolder, _ expected: [Float]?
    ) -> String? {
      let use: FaultedLoad.Use
      do {
        use = try faults.run { try load.load(folder) }
      } catch {
        let isTyped =
          error is FormatError || error is ModelError || error is TaskError || error is ImageError || error is Y4MError
        return isTyped ? nil : "\(type(of: error)): \(error)"
      }
      do {
        let found = try use()
        guard let expected else { return nil }
        // Other kernels add in another order.
        let isNear = found.count == expected.count && zip(found, expected).allSatisfy { abs($0 - $1) <= 1e-3 }
        return isNear ? nil : "other results"
      } catch {
        return "the use fails: \(error)"
      }
    }
  }
#endif
