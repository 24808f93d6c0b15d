import PixelImaging
import TensorRuntime
import VisionTasks

/// Runs the networks that search a frame: for palms, and for the hand of each candidate.
///
/// None needs the result of another. So where there are as many as threads, they run side by side, each on one thread,
/// which is faster than dividing each operator; what is left over runs one by one on all threads:
///
///     2 threads, 3 candidates:   | candidate 0 | candidate 2 |
///                                | candidate 1 | candidate 2 |
///
/// Results do not depend on it.
final class HandSearches: SharedWork, @unchecked Sendable {
  /// What became of a candidate.
  enum Outcome {
    case found, absent
    case failed(TaskError)
  }

  private let threads: ThreadPool
  let palmDetector: PalmDetector
  /// One, or one for each thread. The first one can use all threads, too.
  private let landmarkDetectors: [HandLandmarkDetector]
  /// The number of searches that run side by side; nil if none do.
  private let groupSize: Int?

  /// The palms that the last search for palms has found, and how long it took.
  private(set) var palms: [PalmBox] = []
  private(set) var palmTime = Duration.zero
  private var palmError: TaskError?

  // The searches of a run, which its threads read; each writes the result of its own.
  private var frame: Frame?
  private var image: PixelImage?
  private var candidates: ArraySlice<HandCandidate> = []
  private var hands: UnsafeMutablePointer<Hand>?
  private var outcomes: UnsafeMutablePointer<Outcome>?
  private var searchesPalms = false
  /// The first search of those that run side by side now.
  private var first = 0

  /// Sessions of a model's networks; of the landmark network, as many as run side by side.
  init(_ model: HandModel, settings: HandSettings, threads: ThreadPool) throws(TaskError) {
    self.threads = threads
    palmDetector = try PalmDetector(model, settings: settings, threads: threads)
    var landmarkDetectors = [try HandLandmarkDetector(model, settings: settings, threads: threads)]
    let count = threads.threadCount
    if count > 1, count <= min(settings.handCount, ShareProgress.largestShareCount) {
      let alone = ThreadPool(threadCount: 1)
      for _ in 1..<count {
        landmarkDetectors.append(try HandLandmarkDetector(model, settings: settings, threads: alone))
      }
    }
    self.landmarkDetectors = landmarkDetectors
    groupSize = landmarkDetectors.count > 1 ? count : nil
  }

  /// All networks.
  var networks: [Network<Session>] { [palmDetector.network] + landmarkDetectors.map(\.network) }

  /// How many of some candidates can be searched for while other threads search for palms, without leaving a thread
  /// without work.
  func countBesidePalms(of candidateCount: Int) -> Int {
    groupSize.map { max((candidateCount + 1) / $0 * $0 - 1, 0) } ?? 0
  }

  /// Searches for palms, if requested, and for some of the candidates; `hands` and `outcomes` have a place for each.
  ///
  /// - Throws: `TaskError` if the search for palms fails.
  func run(
    palms searchesPalms: Bool, _ places: Range<Int>, of candidates: [HandCandidate], in image: PixelImage,
    of frame: Frame, _ hands: inout [Hand], _ outcomes: inout [Outcome]
  ) throws(TaskError) {
    let count = places.count + (searchesPalms ? 1 : 0)
    (self.frame, self.image, self.candidates) = (frame, image, candidates[places])
    (self.searchesPalms, palmError) = (searchesPalms, nil)
    hands.withUnsafeMutableBufferPointer { hands in
      outcomes.withUnsafeMutableBufferPointer { outcomes in
        (self.hands, self.outcomes) = (hands.baseAddress, outcomes.baseAddress)
        first = 0
        while let groupSize, count - first >= groupSize {
          threads.run(self)
          first += groupSize
        }
        for search in first..<count { run(search, with: landmarkDetectors[0], alone: false) }
      }
    }
    (self.frame, self.image, self.candidates, self.hands, self.outcomes) = (nil, nil, [], nil, nil)
    if let palmError { throw palmError }
  }

  func shareCount(ofStep step: Int) -> Int { step == 0 ? groupSize ?? 0 : 0 }

  func run(share: Int, ofStep step: Int, thread: Int) {
    run(first + share, with: landmarkDetectors[share], alone: true)
  }

  /// - Parameter alone: whether it runs on the calling thread alone, since others run beside it.
  private func run(_ search: Int, with detector: HandLandmarkDetector, alone: Bool) {
    guard let frame, let image, let hands, let outcomes else { return }
    if searchesPalms, search == 0 {
      findPalms(in: image, of: frame, alone: alone)
    } else {
      let place = candidates.startIndex + search - (searchesPalms ? 1 : 0)
      do {
        let isFound = try detector.find(&hands[place], in: candidates[place].region, of: image, alone: alone)
        outcomes[place] = isFound ? .found : .absent
      } catch {
        outcomes[place] = .failed(error)
      }
    }
  }

  private func findPalms(in image: PixelImage, of frame: Frame, alone: Bool) {
    let watch = Stopwatch()
    // The detector's own array must not be shared when it is written again: it would be copied.
    palms = []
    do {
      palms = try palmDetector.palms(in: image, of: frame, alone: alone)
    } catch {
      palmError = error
    }
    palmTime = watch.total
  }
}
