import Mudra

/// Recognizes many pictures at once: one model, a recognizer for each of several Swift tasks.
///
///     swift run -c release BatchOfPictures photos/*.jpg
@main
struct BatchOfPictures {
  static func main() async throws {
    let paths = Array(CommandLine.arguments.dropFirst())
    let model = try HandModel()  // read and prepared once, shared by all
    let lanes = min(4, paths.count)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for lane in 0..<lanes {
        group.addTask {
          let recognizer = try GestureRecognizer(model: model)
          for index in stride(from: lane, to: paths.count, by: lanes) {
            do {
              let result = try recognizer.recognize(image: PixelImage(contentsOfFile: paths[index]))
              print(paths[index], result.hands.map { $0.gesture?.name ?? "no gesture" })
            } catch {
              print(paths[index], error)  // one bad picture does not stop the others
            }
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
