import CMudra
import HandRecording
import MudraPlatform
import TFLiteFormat
import VisionTasks

// What the functions of mudra.h have in common.

/// The newest interface that the library has.
let interfaceVersion: UInt32 = 1

/// Runs the body of a function, as `attempt` does.
func answer(_ error: ErrorText?, _ body: () throws -> Void) -> mudra_status {
  mudra_status(rawValue: UInt32(attempt(error, body)))
}

/// A text that C owns.
func held(_ text: String) throws(CallFailure) -> UnsafeMutablePointer<CChar> {
  guard let text = newText(text) else { throw .noMemory }
  return text
}

/// A structure of a program, if it has at least what this version has.
func structure<Given>(
  _ given: UnsafePointer<Given>?, size: KeyPath<Given, UInt32>, interface: KeyPath<Given, UInt32>
) throws(CallFailure) -> Given {
  guard let given else { throw .invalid("The \(Given.self) is null") }
  // Both numbers come first, and are there whatever the size is.
  let head = UnsafeRawPointer(given).loadUnaligned(as: (UInt32, UInt32).self)
  guard (1...interfaceVersion).contains(head.1), head.0 >= MemoryLayout<Given>.size else {
    throw .invalid(
      "The \(Given.self) has \(head.0) bytes of interface \(head.1), expected \(MemoryLayout<Given>.size) bytes "
        + "and an interface from 1 to \(interfaceVersion)")
  }
  return given.pointee
}

/// The model that options name.
enum GivenModel {
  /// In the program's memory, during the call.
  case bytes(UnsafeRawBufferPointer)
  /// In a file.
  case path(String)
}

extension mudra_session_options {
  /// The model.
  ///
  /// - Throws: `CallFailure` without one, and for more bytes than the limit.
  func model() throws(CallFailure) -> GivenModel {
    if let start = model_data, model_data_size > 0 {
      guard let count = Int(exactly: model_data_size), count <= BundleLimits().fileByteCount else {
        throw .invalid("The model has \(model_data_size) bytes, the limit is \(BundleLimits().fileByteCount)")
      }
      return .bytes(UnsafeRawBufferPointer(start: start, count: count))
    }
    guard let path = model_path, path.pointee != 0 else {
      throw .invalid("There is no model: set model_path, or model_data and model_data_size")
    }
    return .path(String(cString: path))
  }

  /// What the JSON says; nil without any.
  ///
  /// - Throws: `CallFailure` for a text that is no JSON, and for a value that an option cannot have.
  func options<Options: Decodable>() throws(CallFailure) -> Options? {
    guard let json else { return nil }
    do throws(OptionsError) {
      return try JSONText.options(String(cString: json))
    } catch {
      throw .invalid(error.description)
    }
  }
}
