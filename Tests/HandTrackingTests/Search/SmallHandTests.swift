import HandTracking
import PixelImaging
import TestSupport
import Testing
import VisionTasks

/// Hands that are too small for the palm detector in the whole picture.
@Suite struct SmallHandTests {
  /// The hands of a scene that are found, and how many results are none of them or repeat one.
  private static func found(
    _ scene: HandScene, _ search: ImageSearch, numHands: Int
  ) throws -> (hands: Set<Int>, others: Int) {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.numHands = numHands
    let landmarker = try HandLandmarker(options: options)
    let result = try landmarker.detect(image: MPImage(image: scene.image, search: search))
    let places = result.hands.map { hand in scene.hand(of: hand.landmarks.map { ($0.x, $0.y) }) }
    let hands = Set(places.compactMap(\.self))
    return (hands, places.count - hands.count)
  }

  @Test(arguments: [(36.0, Float(0.05), 0.9), (50, 0.07, 0.9), (72, 0.1, 0.7), (24, 0.03, 0.5)])
  func `squares find hands that the whole picture does not`(side: Double, smallest: Float, least: Double) throws {
    var (whole, tiles, others, count) = (0, 0, 0, 0)
    for seed in UInt64(1)...3 {
      let scene = try HandScene(width: 1280, height: 720, rows: 2, columns: 3, side: side, seed: seed)
      whole += try Self.found(scene, .everywhere, numHands: 6).hands.count
      let found = try Self.found(scene, .tiles(smallestHand: smallest), numHands: 6)
      tiles += found.hands.count
      others += found.others
      count += scene.hands.count
    }
    print("side \(side): whole \(whole), squares \(tiles) of \(count), others \(others)")
    #expect(Double(tiles) >= least * Double(count))
    // A hand of 24 pixels may be found twice: its landmarks are too far apart.
    #expect(others <= (side < 30 ? 1 : 0))
    #expect(whole < tiles)
  }

  @Test(arguments: [(2, 2, 110.0), (3, 4, 70), (4, 5, 50)])
  func `many hands are found`(rows: Int, columns: Int, side: Double) throws {
    let scene = try HandScene(width: 1280, height: 720, rows: rows, columns: columns, side: side)
    let whole = try Self.found(scene, .everywhere, numHands: rows * columns)
    let tiles = try Self.found(scene, .tiles(smallestHand: 0.04), numHands: rows * columns)
    print("\(rows * columns) hands: whole \(whole.hands.count), squares \(tiles.hands.count)")
    #expect(Double(tiles.hands.count) >= 0.8 * Double(rows * columns))
    #expect(tiles.others == 0)
  }

  @Test func `details say which squares were searched, until there were enough hands`() throws {
    let scene = try HandScene(width: 1280, height: 720, rows: 1, columns: 1, side: 50)
    func searched(_ search: ImageSearch, _ details: ResultDetails, numHands: Int) throws -> [ImageRegion]? {
      let options = HandLandmarkerOptions()
      options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
      (options.numHands, options.details) = (numHands, details)
      let landmarker = try HandLandmarker(options: options)
      return try landmarker.detect(image: MPImage(image: scene.image, search: search)).details?.searchedTiles
    }
    let search = ImageSearch.tiles(smallestHand: 0.07)
    let levels = SearchTiles(smallest: 0.07, width: 1280, height: 720).levels.map { $0.map(\.region) }
    #expect(levels.count > 1)
    // Six hands are asked for, and there is one: all squares were searched for the others.
    #expect(try searched(search, .removed, numHands: 6) == levels.flatMap { $0 })
    let enough = try #require(try searched(search, .hands, numHands: 1))
    #expect(enough == Array(levels.flatMap { $0 }.prefix(enough.count)) && enough.count >= levels[0].count)
    #expect(try searched(.everywhere, .hands, numHands: 6) == [])
    #expect(try searched(search, [], numHands: 6) == nil)
  }

  @Test func `details of a video say in which square a frame was searched`() throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    (options.runningMode, options.details) = (.video, .removed)
    let landmarker = try HandLandmarker(options: options)
    let picture = try MPImage(
      image: HandScene(width: 640, height: 480).image, search: .tiles(smallestHand: 0.1))
    let squares = SearchTiles(smallest: 0.1, width: 640, height: 480).levels.flatMap { $0.map(\.region) }
    for frame in 0...2 * squares.count {
      let result = try landmarker.detect(videoFrame: picture, timestampInMilliseconds: 33 * frame)
      #expect(result.details?.searchedTiles == (frame % 2 == 0 ? [] : [squares[frame / 2]]))
    }
  }

  @Test func `a walking hand is found by frames that take turns`() throws {
    let options = HandLandmarkerOptions()
    options.baseOptions.modelAssetPath = BundleFiles.handLandmarker
    options.runningMode = .video
    let landmarker = try HandLandmarker(options: options)
    var followed: [Int] = []
    for frame in 0..<40 {
      var scene = HandScene(width: 1280, height: 720)
      try scene.add("Open_Palm_right", side: 48, x: 300 + 6 * Double(frame), y: 400 + 2 * Double(frame))
      let picture = try MPImage(image: scene.image, search: .tiles(smallestHand: 0.06))
      let result = try landmarker.detect(videoFrame: picture, timestampInMilliseconds: 33 * frame)
      if let hand = result.hands.first {
        #expect(scene.hand(of: hand.landmarks.map { ($0.x, $0.y) }) == 0)
        followed.append(frame)
      }
    }
    print("followed from \(followed.first ?? -1), \(followed.count) frames")
    #expect((followed.first ?? .max) <= 20)
    // Once found, it is followed.
    #expect(followed == Array((followed.first ?? 0)..<40))
  }
}
