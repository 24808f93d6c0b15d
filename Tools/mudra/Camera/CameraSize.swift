import ArgumentParser

/// A size as an argument, such as `640x480` or `640×480`.
struct CameraSize: ExpressibleByArgument, CustomStringConvertible {
  let width: Int
  let height: Int

  init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  init?(argument: String) {
    let parts = argument.split(whereSeparator: { $0 == "x" || $0 == "×" }).map { Int($0) }
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...16_384).contains(width),
      (1...16_384).contains(height)
    else { return nil }
    self.init(width: width, height: height)
  }

  var description: String { "\(width)x\(height)" }
  var defaultValueDescription: String { description }
}
