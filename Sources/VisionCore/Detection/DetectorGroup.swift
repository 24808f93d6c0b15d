import PixelImaging
import TensorRuntime

/// Runs a detector on several parts of one picture side by side, each on one thread, which is faster than dividing each
/// operator. Results do not depend on it.
///
/// The sessions for further threads are made when they are first needed.
final class DetectorGroup: SharedWork, @unchecked Sendable {
  /// What the detector found in a part of a picture.
  struct Finding {
    /// The boxes.
    var boxes: [KeypointBox] = []
    /// What it refused, if the settings request it.
    var refused: [(box: KeypointBox, reason: KeypointDetector.Refusal)] = []
    fileprivate var error: TaskError?
  }

  /// The number of parts that are searched side by side.
  let size: Int
  private let threads: ThreadPool
  private let makeDetector: (ThreadPool) throws(TaskError) -> KeypointDetector
  private var detectors: [KeypointDetector]
  /// The findings of the last run, one for each part.
  private(set) var findings: [Finding] = []

  // The work of a run, which its threads read; each writes the finding of its own.
  private var image: PixelImage?
  private var parts: [TaskFrame] = []
  private var places: UnsafeMutablePointer<Finding>?

  /// A group that begins with a detector on all threads.
  ///
  /// - Parameter makeDetector: makes a session of the same network.
  init(
    _ detector: KeypointDetector, threads: ThreadPool,
    makeDetector: @escaping (ThreadPool) throws(TaskError) -> KeypointDetector
  ) {
    self.threads = threads
    self.makeDetector = makeDetector
    detectors = [detector]
    size = threads.threadCount <= ShareProgress.maxShareCount ? threads.threadCount : 1
  }

  /// The networks of the detectors besides the first one.
  var furtherNetworks: [Network<Session>] { detectors.dropFirst().flatMap { $0.networks.all } }

  /// Makes the detectors for all threads, unless there are any.
  ///
  /// - Throws: `TaskError` if there is not enough memory for their sessions.
  func prepare() throws(TaskError) {
    while detectors.count < size { detectors.append(try makeDetector(ThreadPool(threadCount: 1))) }
  }

  /// Searches parts of a picture, at most ``size``.
  ///
  /// - Parameter parts: frames with the picture's pixels, each with a search of its own.
  /// - Throws: `TaskError` if a network fails, or if there is not enough memory for its sessions.
  func run(_ parts: [TaskFrame], in image: PixelImage) throws(TaskError) {
    let isSideBySide = parts.count == size && size > 1
    if isSideBySide { try prepare() }
    findings = Array(repeating: Finding(), count: parts.count)
    (self.parts, self.image) = (parts, image)
    findings.withUnsafeMutableBufferPointer { findings in
      places = findings.baseAddress
      if isSideBySide {
        threads.run(self)
      } else {
        for part in parts.indices { search(part, with: detectors[0], alone: false) }
      }
    }
    (self.parts, self.image, places) = ([], nil, nil)
    for case let error? in findings.lazy.map({ $0.error }) { throw error }
  }

  func shareCount(ofStep step: Int) -> Int { step == 0 ? parts.count : 0 }

  func run(share: Int, ofStep step: Int, thread: Int) { search(share, with: detectors[share], alone: true) }

  private func search(_ part: Int, with detector: KeypointDetector, alone: Bool) {
    guard let image, let places else { return }
    do {
      places[part].boxes = try detector.boxes(in: image, of: parts[part], alone: alone)
      places[part].refused = detector.refused
    } catch {
      places[part].error = error
    }
  }
}
