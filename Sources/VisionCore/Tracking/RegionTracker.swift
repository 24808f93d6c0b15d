import PixelImaging
import TensorRuntime

/// The path from a picture to its objects: the detector, then the network of regions, then removal of objects that were
/// found twice; in a video, objects are searched for where they were in the previous frame.
///
/// It holds sessions and is used by one caller at a time. After the first frames, calls do not allocate.
package final class RegionTracker<Finder: RegionNetwork> {
  /// The detector.
  package let detector: KeypointDetector
  private let searches: RegionSearches<Finder>
  /// Searches the squares of a picture.
  private let tileDetectors: DetectorGroup
  private let settings: RegionTrackerSettings
  private var cadence: DetectorCadence
  private var sweep = TileSweep()
  /// Where objects are searched for in this frame.
  private var candidates: [RegionCandidate] = []
  /// Where new objects may be in this frame.
  private var found: [RegionCandidate] = []
  /// Where the objects of the previous frame are searched for.
  private var tracked: [ImageRegion] = []
  /// Storage for objects; the first `count` are those of this frame.
  private var slots: [Finder.Object] = []
  private var count = 0
  /// What became of each candidate.
  private var outcomes: [RegionOutcome] = []

  /// Candidates of the last frame that are not objects, if the settings request them.
  package private(set) var removed: [(candidate: RegionCandidate, rule: RemovalRule)] = []
  /// Whether the detector ran on the last frame.
  package private(set) var ranDetector = false
  /// The squares in which it looked, besides the whole picture or in its place.
  package private(set) var searchedTiles: [ImageRegion] = []
  /// How long it took.
  package private(set) var detectionTime = Duration.zero
  /// How long the search in regions took. With several threads, objects that are followed are searched for while the
  /// detector runs, and both times count it.
  package private(set) var searchTime = Duration.zero

  /// A tracker that has seen nothing.
  ///
  /// - Parameters:
  ///   - makeDetector: makes a session of the detector; called once, and again when squares are first searched side by
  ///     side.
  ///   - makeFinder: makes a session of the network of regions; called once for each search that runs side by side.
  /// - Throws: what the functions throw.
  package init(
    settings: RegionTrackerSettings, threads: ThreadPool,
    makeDetector: @escaping (ThreadPool) throws(TaskError) -> KeypointDetector,
    makeFinder: (ThreadPool) throws(TaskError) -> Finder
  ) throws(TaskError) {
    detector = try makeDetector(threads)
    self.settings = settings
    tileDetectors = DetectorGroup(detector, threads: threads, makeDetector: makeDetector)
    searches = try RegionSearches(detector, limit: settings.limit, threads: threads, finder: makeFinder)
    cadence = DetectorCadence(interval: settings.detectorInterval)
  }

  /// All networks.
  package var networks: [Network<Session>] { searches.networks + tileDetectors.furtherNetworks }

  /// While an object is tracked, the detector runs at most once in this many frames.
  package var detectorInterval: Int {
    get { cadence.interval }
    set { cadence.interval = newValue }
  }

  /// Whether networks run in fast precision, if they have it.
  package var usesFastPrecision: Bool {
    get { searches.usesFastPrecision }
    set { searches.usesFastPrecision = newValue }
  }

  /// The objects of the last picture or frame.
  package var objects: ArraySlice<Finder.Object> { slots[..<count] }

  /// Passes the objects of the last picture or frame, the first `count`, to code that may change them.
  package func update<E: Error>(
    _ body: (_ objects: inout [Finder.Object], _ count: Int) throws(E) -> Void
  ) throws(E) {
    try body(&slots, count)
  }

  /// Finds the objects in a picture, highest score of the detector first; or, if `isNext`, in the next frame of a
  /// video: first those of the previous frame, in their order, then new ones.
  ///
  /// In a video, the detector runs only if fewer objects are tracked than requested. A frame that throws ends all
  /// tracks.
  package func process(_ frame: TaskFrame, isNext: Bool) throws(TaskError) {
    count = 0
    candidates.removeAll(keepingCapacity: true)
    removed.removeAll(keepingCapacity: true)
    searchedTiles.removeAll(keepingCapacity: true)
    if isNext {
      for (index, region) in tracked.enumerated() {
        candidates.append(RegionCandidate(region: region, origin: .followed(index)))
      }
      tracked.removeAll(keepingCapacity: true)
    }
    let image = frame.pixels.image
    var watch = Stopwatch()
    let searchedCount = try findCandidates(in: image, of: frame, isNext: isNext)
    detectionTime = ranDetector ? searches.detectionTime : .zero
    if searchedCount == 0 { _ = watch.nextLap() }
    // In a single picture, every detection is a candidate; an object found twice is removed when it is found.
    addCandidates(overlapLimit: isNext ? settings.overlap : .infinity, limit: settings.limit)
    try search(detects: false, searchedCount..<candidates.count, in: image, of: frame)
    try collectObjects(from: 0, in: image)
    searchTime = watch.nextLap()
    if !isNext, case .tiles(let smallest, let time) = frame.search {
      try searchTiles(
        SearchTiles(smallest: smallest, width: image.width, height: image.height), within: time, image, frame)
    }
    if isNext {
      for index in 0..<count {
        tracked.append(slots[index].nextRegion)
      }
    }
  }

  /// Keeps the objects of the previous frame for the next one, which no network sees.
  package func skipFrame() {
    cadence.skip()
    removed.removeAll(keepingCapacity: true)
    searchedTiles.removeAll(keepingCapacity: true)
    ranDetector = false
    (detectionTime, searchTime) = (.zero, .zero)
  }

  /// Passes each object of the last frame to `move`, with the region where it is searched for in the next one.
  package func moveRegions(_ move: (Finder.Object, inout ImageRegion) -> Void) {
    for index in tracked.indices { move(slots[index], &tracked[index]) }
  }

  // MARK: Steps

  /// Collects where new objects may be, if more are requested. Meanwhile, threads that the detector does not need
  /// search for objects of the previous frame.
  ///
  /// - Returns: the number of candidates that have been searched for.
  private func findCandidates(
    in image: PixelImage, of frame: TaskFrame, isNext: Bool
  ) throws(TaskError) -> Int {
    found.removeAll(keepingCapacity: true)
    ranDetector = false
    if case .objects(let regions) = frame.search {
      for region in regions {
        found.append(RegionCandidate(region: region, origin: .given))
      }
      return 0
    }
    guard cadence.isDue(followedCount: candidates.count, limit: settings.limit) else { return 0 }
    ranDetector = true
    let searchedCount = searches.countBesideDetector(of: candidates.count)
    var tile: SearchTiles.Tile?
    if isNext, case .tiles(let smallest, _) = frame.search {
      tile = sweep.next(smallest: smallest, width: image.width, height: image.height)
      if let tile { searchedTiles.append(tile.region) }
    }
    try search(detects: true, 0..<searchedCount, in: image, of: frame, tile)
    take(searches.boxes, detector.refused, of: tile, in: image)
    return searchedCount
  }

  /// Makes candidates of the boxes that the detector found.
  private func take(
    _ boxes: [KeypointBox], _ refused: [(box: KeypointBox, reason: KeypointDetector.Refusal)],
    of tile: SearchTiles.Tile?, in image: PixelImage
  ) {
    for box in boxes {
      let candidate = candidate(box, of: tile, in: image)
      if box.score < tile?.minScore ?? 0 {
        remove(candidate, .refused(.score))
      } else {
        found.append(candidate)
      }
    }
    for refused in refused {
      remove(candidate(refused.box, of: tile, in: image), .refused(refused.reason))
    }
  }

  /// The object to which a box belongs.
  private func candidate(_ box: KeypointBox, of tile: SearchTiles.Tile?, in image: PixelImage) -> RegionCandidate {
    RegionCandidate(
      region: Finder.Object.region(of: box, imageWidth: image.width, imageHeight: image.height),
      origin: .detected(box), tile: tile)
  }

  /// Searches the squares of a picture level by level for objects that are not known yet, until there are enough.
  private func searchTiles(
    _ tiles: SearchTiles, within time: Duration?, _ image: PixelImage, _ frame: TaskFrame
  ) throws(TaskError) {
    if tiles.levels.contains(where: { $0.count >= tileDetectors.size }) { try tileDetectors.prepare() }
    var watch = Stopwatch()
    func isTimeUp() -> Bool { time.map { watch.total >= $0 } ?? false }
    for level in tiles.levels {
      guard count < settings.limit else { return }
      found.removeAll(keepingCapacity: true)
      for first in stride(from: 0, to: level.count, by: tileDetectors.size) where !isTimeUp() {
        let tiles = level[first..<min(first + tileDetectors.size, level.count)]
        try tileDetectors.run(tiles.map { frame.replacing(search: .detections(in: $0.regions)) }, in: image)
        for (tile, finding) in zip(tiles, tileDetectors.findings) {
          searchedTiles.append(tile.region)
          take(finding.boxes, finding.refused, of: tile, in: image)
        }
      }
      found.sort { $0.score > $1.score }
      detectionTime += watch.nextLap()
      // The objects so far come first, where they are. All others are candidates: some may not be objects.
      candidates.removeAll(keepingCapacity: true)
      for slot in slots[..<count] { candidates.append(RegionCandidate(region: slot.nextRegion, origin: .given)) }
      addCandidates(overlapLimit: settings.overlap, limit: .max)
      try search(detects: false, count..<candidates.count, in: image, of: frame)
      try collectObjects(from: count, in: image)
      searchTime += watch.nextLap()
    }
  }

  /// Adds the best new candidates that are not already being searched for, up to a number of candidates.
  private func addCandidates(overlapLimit: Float, limit: Int) {
    for (index, candidate) in found.enumerated() {
      if index >= limit || candidates.count >= limit {
        remove(candidate, .limit)
      } else if candidates.contains(where: {
        $0.region.uprightIntersectionOverUnion(candidate.region) > overlapLimit
      }) {
        remove(candidate, .overlap)
      } else {
        candidates.append(candidate)
      }
    }
  }

  /// Runs the detector, if requested, in a square or where the frame says, and searches for the objects of some
  /// candidates.
  private func search(
    detects: Bool, _ places: Range<Int>, in image: PixelImage, of frame: TaskFrame, _ tile: SearchTiles.Tile? = nil
  ) throws(TaskError) {
    let frame = tile.map { frame.replacing(search: .detections(in: $0.regions)) } ?? frame
    while slots.count < candidates.count { slots.append(Finder.Object()) }
    while outcomes.count < candidates.count { outcomes.append(.absent) }
    try searches.run(detects: detects, places, of: candidates, in: image, of: frame, &slots, &outcomes)
  }

  /// Keeps the objects that were found, in order, and skips those that repeat an earlier one.
  private func collectObjects(from first: Int, in image: PixelImage) throws(TaskError) {
    // In place: Swift would copy elements of a type that it does not know here, sometimes to memory of their own.
    try slots.withUnsafeMutableBufferPointer { (slots) throws(TaskError) in
      for index in first..<candidates.count {
        let candidate = candidates[index]
        switch outcomes[index] {
        case .failed(let error): throw error
        case .absent:
          remove(candidate, .presence(slots[index].presence))
          if candidate.origin.isFollowed { sweep.lose(candidate.region) }
        case .found:
          guard count < settings.limit else {
            remove(candidate, .limit)
            continue
          }
          let isRepeat = (0..<count).contains {
            slots[index].isRepeat(of: slots[$0], imageWidth: image.width, imageHeight: image.height)
              || candidate.tile != nil
                && slots[index].nextRegion.uprightIntersectionOverUnion(slots[$0].nextRegion) > settings.overlap
          }
          guard !isRepeat else {
            remove(candidate, .repeated)
            continue
          }
          slots.swapAt(index, count)
          count += 1
        }
      }
    }
  }

  private func remove(_ candidate: RegionCandidate, _ rule: RemovalRule) {
    if settings.reportsRemoved {
      removed.append((candidate, rule))
    }
  }
}

/// The numbers that determine which objects a ``RegionTracker`` finds.
package struct RegionTrackerSettings: Sendable {
  /// The maximum number of objects.
  package var limit: Int
  /// The overlap above which a detection in a video is an object that is already tracked.
  package var overlap: Float
  /// While an object is tracked, the detector runs at most once in this many frames.
  package var detectorInterval = 1
  /// Whether ``RegionTracker/removed`` is filled.
  package var reportsRemoved = false

  /// Settings with what every tracker needs.
  package init(limit: Int, overlap: Float) {
    self.limit = limit
    self.overlap = overlap
  }
}
