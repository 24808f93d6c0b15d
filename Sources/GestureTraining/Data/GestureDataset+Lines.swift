#if !WITHOUT_FOUNDATION
  import Foundation
  import TFLiteFormat
  import VisionTasks

  extension GestureDataset {
    /// Adds the hands of a file of JSON Lines as `mudra landmarks --json` and `mudra gestures --json` print them
    /// (`mudra.result/1`), so that no picture has to be kept.
    ///
    /// A line's gesture is its `label`; without one, it is the name of the folder of its `source`. Its person or
    /// session is its `group`. Of several hands, the first one counts.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - embedder: turns landmarks into embeddings.
    ///   - limits: the limit on the size of the file.
    ///   - group: the person or session of a source, for lines without a `group`.
    /// - Throws: `GestureTrainingError` for a file that cannot be read, or a line that is no such result.
    public mutating func add(
      linesOfFile path: String, embedder: HandEmbedder, limits: BundleLimits = BundleLimits(),
      group: (String) -> String? = { _ in nil }
    ) throws(GestureTrainingError) {
      try JSONLines.forEach(ofFile: path, limits: limits) { (line, number) throws(GestureTrainingError) in
        do {
          let line = try JSONDecoder().decode(LandmarkLine.self, from: Data(line))
          _ = try add(line, gesture: line.gesture(), group: line.group ?? group(line.source), embedder: embedder)
        } catch let error as GestureTrainingError {
          throw error
        } catch let error as LandmarkLine.Fault {
          throw .invalidLine(file: path, number: number, reason: error.reason)
        } catch let error as TaskError {
          throw .task(error)
        } catch {
          throw .invalidLine(file: path, number: number, reason: "not a JSON object of the form mudra.result/1")
        }
      }
    }
  }
#endif
