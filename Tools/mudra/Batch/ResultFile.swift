import HandVideo
import MudraPlatform

/// A file of results that grows by the whole lines of a picture, so that it can be continued whenever the program ends.
final class ResultFile {
  /// A longer line is of no picture.
  private static let lineByteLimit = 1 << 26

  private let path: String
  private let file: OpenFile
  private var byteCount = 0

  /// Opens a file, which is created if it does not exist; what it holds stays until ``begin(keeping:)``.
  ///
  /// - Throws: `CommandFailure` if it cannot be written, or if another program is writing its results there.
  init(_ path: String) throws(CommandFailure) {
    self.path = path
    do throws(SystemFailure) {
      file = try OpenFile(path, for: .updating)
    } catch {
      throw Self.unwritable(path, error)
    }
    guard !file.isRegular || file.lock() else {
      throw CommandFailure(path, "another program is writing its results there", .cannotWrite)
    }
  }

  /// Cuts the file.
  ///
  /// - Parameter byteCount: the number of bytes at its start that stay.
  func begin(keeping byteCount: Int) {
    self.byteCount = byteCount
    if file.isRegular { file.truncate(toByteCount: byteCount) }
  }

  /// Adds the lines of a picture, or nothing at all, even if a signal ends the program.
  func append(_ text: String) throws(CommandFailure) {
    let bytes = Array((text + "\n").utf8)
    do throws(SystemFailure) {
      try Interruption.held(for: path) { () throws(SystemFailure) in try file.write(bytes) }
      byteCount += bytes.count
    } catch {
      if file.isRegular { file.truncate(toByteCount: byteCount) }
      throw Self.unwritable(path, error)
    }
  }

  private static func unwritable(_ path: String, _ error: SystemFailure) -> CommandFailure {
    CommandFailure(path, "cannot be written: \(error.reason)", .cannotWrite)
  }

  // MARK: Continuing

  /// What an unfinished file of JSON lines holds.
  struct Progress {
    /// The number of pictures that have been answered.
    var count = 0
    /// The bytes of their lines. A line behind these that was cut short is dropped.
    var byteCount = 0
    /// What the answers mean for the exit status.
    var status = ExitStatus.done
  }

  /// Takes the pictures that the file answers from the inputs.
  ///
  /// - Throws: `CommandFailure` if the lines are not those of these pictures in this order.
  func progress(in inputs: inout any PictureInputs) throws(CommandFailure) -> Progress {
    var progress = Progress()
    guard file.isRegular else { return progress }
    do throws(SystemFailure) {
      var lines = LineReader(try OpenFile(path, for: .reading), limit: Self.lineByteLimit)
      while let line = try lines.next(), line.isWhole {
        let number = progress.count + 1
        let input: PictureInput?
        do throws(CommandFailure) { input = try inputs.next() } catch { throw SystemFailure(reason: error.line) }
        guard let input else { throw SystemFailure(reason: "line \(number) is of no picture of this command") }
        let start = PictureText.start(ofLineFor: input.source)
        guard line.bytes.starts(with: start) else {
          throw SystemFailure(reason: "line \(number) is not the answer for \(input.source)")
        }
        progress.status = max(progress.status, PictureText.status(ofLine: line.bytes, behind: start.count))
        progress.count = number
        progress.byteCount = line.end
      }
    } catch {
      throw CommandFailure(path, "cannot be continued: \(error.reason)")
    }
    return progress
  }
}
