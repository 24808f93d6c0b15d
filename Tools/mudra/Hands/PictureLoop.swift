import HandRecording
import Mudra

/// Processes the pictures of a command: a bad one is reported, and the others are still processed.
struct PictureLoop {
  /// Bytes of pictures that may wait for a processor, besides one picture.
  private static let waitingByteLimit = 64 << 20

  private let kind: SessionOptions.Task
  private let hands: HandOptions
  private let gestures: GestureOptions
  private let batch: BatchOptions
  private let inputs: any PictureInputs
  private let looks: LookOptions
  private let output: String?
  private let drawings: DrawingTarget?
  /// Where arrays go; nil for a format of lines.
  private let archive: ResultPrinter?

  /// A loop of a task over pictures.
  init(
    _ kind: SessionOptions.Task, _ hands: HandOptions, _ gestures: GestureOptions, _ batch: BatchOptions,
    inputs: any PictureInputs, outputs: PictureOutputs, looks: LookOptions
  ) throws {
    self.kind = kind
    self.hands = hands
    self.gestures = gestures
    self.batch = batch
    self.inputs = inputs
    self.looks = looks
    output = outputs.output
    let pictures = (inputs as? ListedPictures)?.pictures.map(\.source) ?? []
    let written = [outputs.annotate, output].compactMap(\.self)
    let files = [try kind.bundlePath(hands), batch.fromList].compactMap(\.self)
    // A look at each file, which takes time for many of them.
    var roles = FileRoles(reading: written.isEmpty ? [] : pictures + files)
    if let output { try roles.write(output, option: "--output \(output)") }
    drawings = try outputs.annotate.map { try DrawingTarget($0, pictures: pictures, files: &roles) }
    archive = hands.basics.resultFormat == .npz ? try ResultPrinter(.npz, output: output) : nil
  }

  /// Processes every picture and writes the results. Throws the status if there were errors, which have been reported.
  func run() throws {
    if !batch.quiet { (inputs as? ListedPictures)?.notes.forEach(StandardStreams.note) }
    var inputs = inputs
    let jobs = batch.jobCount(threads: hands.network.threads, pictures: inputs.count)
    let workers = try hands.pictureSessions(kind, gestures, looks, count: jobs).map { session in
      PictureWorker(session, limits: hands.pictures.limits, text: text, drawings: drawings)
    }
    // Once nothing but the pictures can fail.
    let file = try archive == nil ? output.map(ResultFile.init) : nil
    let done = try batch.resume ? file?.progress(in: &inputs) ?? .init() : .init()
    if done.count > 0, !batch.quiet, let output {
      StandardStreams.note(
        "\(output): kept \(NumberText.count(done.count, "line")); of each, only the name of its picture was compared")
    }
    let writer: ResultWriter =
      if let file {
        .file(file)
      } else {
        .standardOutput(endsQuietly: batch.stream == nil)
      }
    file?.begin(keeping: done.byteCount)
    if done.count == 0, let header = text.format.header { try writer.write(header) }
    var status = done.status
    var progress = ProgressBar(total: inputs.count, earlier: done.count, isShown: !batch.quiet)
    try OrderedWork.run(
      reading: { () throws(CommandFailure) in try inputs.next() },
      with: workers.map { worker in { worker.answer($0) } },
      bounds: .init(count: 2 * jobs + 1, weight: Self.waitingByteLimit), weight: \.byteCount
    ) { (answer) throws(CommandFailure) in
      if let text = answer.text { try writer.write(text) }
      if let result = answer.result { try archive?.write(result) }
      if !batch.quiet {
        for note in answer.notes { StandardStreams.note("mudra: \(answer.source): was read, but \(note)") }
      }
      for failure in [answer.failure, draw(answer)].compactMap(\.self) {
        if !batch.quiet { StandardStreams.report(failure) }
        status = max(status, failure.status)
      }
      progress.advance()
    }
    progress.end()
    try archive?.end()
    if batch.stream != nil, status != .done { status = batch.strict ? .badData : .done }
    guard status == .done else { throw status }
  }

  private var text: PictureText {
    let isStream = batch.stream != nil
    return PictureText(format: isStream ? .json : hands.basics.resultFormat, hasID: isStream)
  }

  /// Writes the drawing of an answer, if it has one, and returns what went wrong.
  private func draw(_ answer: PictureWorker.Answer) -> CommandFailure? {
    guard let drawings, let drawing = answer.drawing else { return nil }
    do throws(CommandFailure) {
      try OutputFile.write(drawing.bytes, to: drawing.path, followsLink: !drawings.isFolder)
      return nil
    } catch {
      return error
    }
  }
}
