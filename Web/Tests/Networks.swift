import TFLiteFormat
import TensorRuntime

// Networks by themselves, for tests: the module of Tools/build-web networks has these functions in the place
// of the tasks.

/// The network, and what went wrong last.
private struct Work {
  var interpreter: Interpreter?
  var text: [UInt8] = []

  mutating func fail(_ message: String) -> Int32 {
    text = Array(message.utf8)
    return -1
  }
}

nonisolated(unsafe) private var work = Work()

/// Prepares a network with portable vectors: the number of its inputs; -1 for an error.
@_cdecl("mudra_prepare")
public func prepare(_ bytes: UnsafePointer<UInt8>, _ count: Int32) -> Int32 {
  work.interpreter = nil
  let model: Model
  do throws(FormatError) {
    model = try Model(Bytes(Array(UnsafeBufferPointer(start: bytes, count: Int(count)))))
  } catch {
    return work.fail(error.description)
  }
  do throws(ModelError) {
    let interpreter = try Interpreter(model, options: PlanOptions(provider: .simd))
    work.interpreter = interpreter
    return Int32(interpreter.inputs.count)
  } catch {
    return work.fail(error.description)
  }
}

/// The bytes of an input.
@_cdecl("mudra_input")
public func input(_ index: Int32) -> UnsafeMutableRawPointer? {
  work.interpreter?.withInput(Int(index)) { $0.baseAddress }
}

/// Their number.
@_cdecl("mudra_input_count")
public func inputCount(_ index: Int32) -> Int32 {
  work.interpreter.map { Int32($0.withInput(Int(index)) { $0.count }) } ?? 0
}

/// Runs the network: the number of its outputs; -1 for an error.
@_cdecl("mudra_run")
public func run() -> Int32 {
  guard let interpreter = work.interpreter else { return work.fail("there is no network") }
  do throws(ModelError) {
    try interpreter.run()
    return Int32(interpreter.outputs.count)
  } catch {
    return work.fail(error.description)
  }
}

/// The bytes of an output.
@_cdecl("mudra_output")
public func output(_ index: Int32) -> UnsafeRawPointer? { work.interpreter?.withOutput(Int(index)) { $0.baseAddress } }

/// Their number.
@_cdecl("mudra_output_count")
public func outputCount(_ index: Int32) -> Int32 {
  work.interpreter.map { Int32($0.withOutput(Int(index)) { $0.count }) } ?? 0
}

/// The message of the last error.
@_cdecl("mudra_text")
public func text() -> UnsafePointer<UInt8>? { work.text.withUnsafeBufferPointer { $0.baseAddress } }

/// Its bytes.
@_cdecl("mudra_text_count")
public func textCount() -> Int32 { Int32(work.text.count) }
