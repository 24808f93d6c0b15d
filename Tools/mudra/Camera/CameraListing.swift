import HandRecording
import HandVideo
import TFLiteFormat

/// A camera in a list: its name, and the best rate of each format and size.
struct CameraListing {
  private let path: String
  private let camera: CameraModes

  init(path: String, _ camera: CameraModes) {
    self.path = path
    self.camera = camera
  }

  /// Lines for a person.
  var text: String {
    var lines = ["\(path): \(camera.name.printable) (\(camera.driver.printable))".onOneLine]
    for mode in best {
      let rate = mode.rate > 0 ? ", \(NumberText.fixed(mode.rate, 1)) frames/s" : ""
      lines.append("  \(mode.format.rawValue) \(mode.width)×\(mode.height)\(rate)")
    }
    return lines.joined(separator: "\n")
  }

  /// The same as a JSON object.
  var json: JSONValue {
    .object([
      ("device", .string(path)), ("name", .string(camera.name)), ("driver", .string(camera.driver)),
      (
        "modes",
        .array(
          best.map { mode in
            .object([
              ("format", .string(mode.format.rawValue)), ("width", .integer(mode.width)),
              ("height", .integer(mode.height)), ("rate", .float(Float(mode.rate))),
            ])
          })
      ),
    ])
  }

  /// The fastest mode of each format and size, in the camera's order.
  private var best: [CameraMode] {
    var modes: [CameraMode] = []
    for mode in camera.modes {
      let index = modes.firstIndex { ($0.format, $0.width, $0.height) == (mode.format, mode.width, mode.height) }
      if let index {
        if mode.rate > modes[index].rate { modes[index] = mode }
      } else {
        modes.append(mode)
      }
    }
    return modes
  }
}
