import GestureTraining
import Testing

@Suite struct GestureReportTests {
  @Test func `a wrong label is found, and reported with what it looks like`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b", "c"], count: 10)
    try dataset.add(drawn.next(2), gesture: "a", source: "a/wrong.png")
    let report = try GestureTrainer().train(dataset).report
    #expect(report.doubts.first?.source == "a/wrong.png")
    #expect(report.doubts.first?.gesture == "a")
    #expect(report.doubts.first?.appearance == "c")
    #expect((report.doubts.first?.ratio ?? 0) > 1)
    #expect(report.accuracy < 1)
  }

  @Test func `counts add up`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 7)
    for _ in 0..<6 { try dataset.add(drawn.next(2), gesture: nil) }
    try dataset.skip("a/dark.png", gesture: "a", fault: nil)
    let report = try GestureTrainer().train(dataset).report
    #expect(report.gestures.map(\.exampleCount) == [7, 7])
    #expect(report.gestures.map(\.skippedCount) == [1, 0])
    #expect(report.confusions.reduce(0) { $0 + $1.count } == 14)
    #expect(report.backgroundCount == 6)
    #expect(report.backgroundAccepted == 0)
    #expect(report.scarceGestures.isEmpty)
    #expect(report.skipped.map(\.source) == ["a/dark.png"])
  }

  @Test func `the gestures that are most alike are named`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["far", "one"], count: 6)
    for index in 0..<6 {
      // Close to the second gesture.
      var values = drawn.next(1).values
      for place in 0..<8 { values[place] += 1 }
      try dataset.add(HandEmbedding(values), gesture: "two", source: "\(index)")
    }
    let pair = try #require(try GestureTrainer().train(dataset).report.nearestPair)
    #expect([pair.first, pair.second] == ["one", "two"])
  }

  @Test func `a laxer limit keeps and accepts more, and the chosen one is on the curve`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 4)
    var dataset = try drawn.dataset(["a", "b", "c"], count: 12)
    for _ in 0..<10 { try dataset.add(drawn.next(3), gesture: nil) }
    let report = try GestureTrainer().train(dataset).report
    let curve = report.rejectCurve
    #expect(curve.map(\.relativeLimit) == (5...20).map { Double($0) / 10 })
    #expect(curve.first { $0.relativeLimit == 1 }?.keptShare == report.keptShare)
    for (stricter, laxer) in zip(curve, curve.dropFirst()) {
      #expect(stricter.keptShare <= laxer.keptShare)
      #expect(try #require(stricter.strangersAccepted) <= #require(laxer.strangersAccepted))
      #expect(try #require(stricter.backgroundAccepted) <= #require(laxer.backgroundAccepted))
    }
    #expect(try #require(curve.last).keptShare > #require(curve.first).keptShare)
  }

  @Test func `one gesture has no strangers, and without other poses none are accepted`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1)
    let curve = try GestureTrainer().train(drawn.dataset(["a"], count: 6)).report.rejectCurve
    #expect(curve.allSatisfy { $0.strangersAccepted == nil && $0.backgroundAccepted == nil })
  }

  @Test func `each example and other pose is in one part of the scores`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 3)
    var dataset = try drawn.dataset(["a", "b"], count: 20)
    for _ in 0..<10 { try dataset.add(drawn.next(2), gesture: nil) }
    let bins = try GestureTrainer().train(dataset).report.calibration
    #expect(bins.reduce(0) { $0 + $1.count } == 50)
    for bin in bins {
      #expect((bin.lowestScore...bin.lowestScore + 0.1 + 1e-9).contains(bin.meanScore))
      #expect((0...1).contains(bin.rightShare))
    }
    // Other poses are not taken for gestures, so what scores high is right.
    #expect(bins.last?.rightShare == 1)
    #expect(bins.first?.rightShare == 0)
  }

  @Test func `canned gestures that are taken over are counted`() throws {
    var drawn = DrawnEmbeddings(gestureCount: 1)
    var dataset = GestureDataset()
    for canned in ["Victory", "Victory", nil, "like"] {
      try dataset.add(HandEmbedding(drawn.next(0).values, cannedGesture: canned), gesture: "like")
    }
    let report = try GestureTrainer().train(dataset).report
    #expect(report.takeovers.map(\.gesture) == ["like"])
    #expect(report.takeovers.map(\.cannedGesture) == ["Victory"])
    #expect(report.takeovers.map(\.count) == [2])
    #expect(report.scarceGestures == ["like"])
  }
}
