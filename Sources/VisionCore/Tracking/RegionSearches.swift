import PixelImaging
import TensorRuntime

/// What became of a candidate.
enum RegionOutcome {
  case found, absent
  case failed(TaskError)
}

/// Runs the networks that search a frame: the detector, and the network of regions for each candidate.
///
/// None needs the result of another. So where there are as many as threads, they run side by side, each on one thread,
/// which is faster than dividing each operator; what is left over runs one by one on all threads:
///
///     2 threads, 3 candidates:   | candidate 0 | candidate 2 |
///                                | candidate 1 | candidate 2 |
///
/// Results do not depend on it.
final class RegionSearches<Finder: RegionNetwork>: SharedWork, @unchecked Sendable {
  private let threads: ThreadPool
  private let detector: KeypointDetector
  /// One, or one for each thread. The first one can use all threads, too.
  private let finders: [Finder]
  /// The number of searches that run side by side; nil if none do.
  private let groupSize: Int?

  /// The boxes that the detector found last, and how long it took.
  private(set) var boxes: [KeypointBox] = []
  private(set) var detectionTime = Duration.zero
  private var detectorError: TaskError?

  // The searches of a run, which its threads read; each writes the result of its own.
  private var frame: TaskFrame?
  private var image: PixelImage?
  private var candidates: ArraySlice<RegionCandidate> = []
  private var objects: UnsafeMutablePointer<Finder.Object>?
  private var outcomes: UnsafeMutablePointer<RegionOutcome>?
  private var detects = false
  /// The first search of those that run side by side now.
  private var first = 0

  /// Sessions of the network of regions, as many as run side by side for at most `limit` objects.
  init(
    _ detector: KeypointDetector, limit: Int, threads: ThreadPool,
    finder: (ThreadPool) throws(TaskError) -> Finder
  ) throws(TaskError) {
    self.threads = threads
    self.detector = detector
    var finders = [try finder(threads)]
    let count = threads.threadCount
    if count > 1, count <= min(limit, ShareProgress.maxShareCount) {
      let alone = ThreadPool(threadCount: 1)
      for _ in 1..<count {
        finders.append(try finder(alone))
      }
    }
    self.finders = finders
    groupSize = finders.count > 1 ? count : nil
  }

  /// All networks.
  var networks: [Network<Session>] { detector.networks.all + finders.flatMap { $0.networks.all } }

  /// Whether networks run in fast precision, if they have it.
  var usesFastPrecision: Bool {
    get { detector.networks.isFast }
    set {
      detector.networks.isFast = newValue
      for finder in finders { finder.networks.isFast = newValue }
    }
  }

  /// How many of some candidates can be searched for while another thread runs the detector, without leaving a thread
  /// without work.
  func countBesideDetector(of candidateCount: Int) -> Int {
    groupSize.map { max((candidateCount + 1) / $0 * $0 - 1, 0) } ?? 0
  }

  /// Runs the detector, if requested, and searches for some of the candidates; `objects` and `outcomes` have a place
  /// for each.
  ///
  /// - Throws: `TaskError` if the detector fails.
  func run(
    detects: Bool, _ places: Range<Int>, of candidates: [RegionCandidate], in image: PixelImage, of frame: TaskFrame,
    _ objects: inout [Finder.Object], _ outcomes: inout [RegionOutcome]
  ) throws(TaskError) {
    let count = places.count + (detects ? 1 : 0)
    (self.frame, self.image, self.candidates) = (frame, image, candidates[places])
    (self.detects, detectorError) = (detects, nil)
    objects.withUnsafeMutableBufferPointer { objects in
      outcomes.withUnsafeMutableBufferPointer { outcomes in
        (self.objects, self.outcomes) = (objects.baseAddress, outcomes.baseAddress)
        first = 0
        while let groupSize, count - first >= groupSize {
          threads.run(self)
          first += groupSize
        }
        for search in first..<count { run(search, with: finders[0], alone: false) }
      }
    }
    (self.frame, self.image, self.candidates, self.objects, self.outcomes) = (nil, nil, [], nil, nil)
    if let detectorError { throw detectorError }
  }

  func shareCount(ofStep step: Int) -> Int { step == 0 ? groupSize ?? 0 : 0 }

  func run(share: Int, ofStep step: Int, thread: Int) {
    run(first + share, with: finders[share], alone: true)
  }

  /// - Parameter alone: whether it runs on the calling thread alone, since others run beside it.
  private func run(_ search: Int, with finder: Finder, alone: Bool) {
    guard let frame, let image, let objects, let outcomes else { return }
    if detects, search == 0 {
      detect(in: image, of: frame, alone: alone)
    } else {
      let place = candidates.startIndex + search - (detects ? 1 : 0)
      do {
        let isFound = try finder.find(&objects[place], at: candidates[place], in: image, alone: alone)
        outcomes[place] = isFound ? .found : .absent
      } catch {
        outcomes[place] = .failed(error)
      }
    }
  }

  private func detect(in image: PixelImage, of frame: TaskFrame, alone: Bool) {
    let watch = Stopwatch()
    // The detector's own array must not be shared when it is written again: it would be copied.
    boxes = []
    do {
      boxes = try detector.boxes(in: image, of: frame, alone: alone)
    } catch {
      detectorError = error
    }
    detectionTime = watch.total
  }
}
