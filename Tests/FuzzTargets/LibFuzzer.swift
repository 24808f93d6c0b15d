import Foundation

// The functions that libFuzzer calls. One program has all targets; the environment variable MUDRA_FUZZ_TARGET names the
// one to run.

private let chosen: FuzzTarget = {
  let name = ProcessInfo.processInfo.environment["MUDRA_FUZZ_TARGET"]
  guard let target = FuzzTarget.all.first(where: { $0.name == name }) else {
    fatalError("MUDRA_FUZZ_TARGET is \(name ?? "not set"), expected one of \(FuzzTarget.all.map(\.name))")
  }
  return target
}()

/// With MUDRA_FUZZ_SEEDS, writes the target's seeds to that folder, prints the maximum length of an input as an option
/// of libFuzzer and exits; libFuzzer reads the seeds from there.
@_cdecl("LLVMFuzzerInitialize")
public func initializeFuzzer(
  _ argumentCount: UnsafeMutableRawPointer?, _ arguments: UnsafeMutableRawPointer?
) -> Int32 {
  guard let folder = ProcessInfo.processInfo.environment["MUDRA_FUZZ_SEEDS"] else { return 0 }
  do {
    for (index, seed) in try chosen.seeds().enumerated() where seed.count <= chosen.byteLimit {
      try Data(seed).write(to: URL(fileURLWithPath: folder).appendingPathComponent("seed-\(index)"))
    }
  } catch {
    fatalError("no seeds: \(error)")
  }
  print("-max_len=\(chosen.byteLimit)")
  exit(0)
}

#if LIBFUZZER
  /// libFuzzer's own mutation of an input, which knows nothing of its structure: the new number of bytes.
  @_silgen_name("LLVMFuzzerMutate")
  private func mutateBytes(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ byteLimit: Int) -> Int

  /// Mutates an input in place, half of the time by its structure: the new number of bytes.
  @_cdecl("LLVMFuzzerCustomMutator")
  public func mutate(_ bytes: UnsafeMutablePointer<UInt8>?, _ count: Int, _ byteLimit: Int, _ seed: UInt32) -> Int {
    let memory = UnsafeMutableBufferPointer(start: bytes, count: byteLimit)
    guard seed & 1 == 0,
      let changed = chosen.mutated(Array(memory.prefix(count)), seed: UInt64(seed >> 1), byteLimit: byteLimit)
    else { return mutateBytes(bytes, count, byteLimit) }
    return memory.update(fromContentsOf: changed)
  }
#endif

/// Runs the target on an input. libFuzzer only notices crashes, so a finding becomes one.
@_cdecl("LLVMFuzzerTestOneInput")
public func runFuzzer(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    try chosen.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
  } catch {
    fatalError("\(chosen.name): \(error)")
  }
  return 0
}
