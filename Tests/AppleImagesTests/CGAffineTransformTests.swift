#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import AppleImages
  import Testing

  @Suite struct CGAffineTransformTests {
    private let square = CGRect(x: 1, y: 2, width: 3, height: 4)

    private func isClose(_ point: CGPoint, _ x: CGFloat, _ y: CGFloat) -> Bool {
      hypot(point.x - x, point.y - y) < 1e-12
    }

    @Test func `points, sizes and rectangles are scaled, moved and turned`() {
      let point = CGPoint(x: 1, y: 2)
      #expect(point.applying(CGAffineTransform(scaleX: 3, y: -1)) == CGPoint(x: 3, y: -2))
      #expect(point.applying(CGAffineTransform(translationX: 5, y: 7)) == CGPoint(x: 6, y: 9))
      // From the axis x to the axis y.
      #expect(isClose(point.applying(CGAffineTransform(rotationAngle: .pi / 2)), -2, 1))
      #expect(square.applying(CGAffineTransform(scaleX: -1, y: 2)) == CGRect(x: -4, y: 4, width: 3, height: 8))
      #expect(square.size.applying(CGAffineTransform(0, 1, 1, 0, 9, 9)) == CGSize(width: 4, height: 3))
      #expect(CGRect.null.applying(CGAffineTransform(scaleX: 2, y: 2)).isNull)
    }

    @Test func `a map that is changed does the change first, and one that is followed does it last`() {
      let point = CGPoint(x: 1, y: 1)
      let move = CGAffineTransform(translationX: 10, y: 0)
      #expect(point.applying(move.scaledBy(x: 2, y: 3)) == CGPoint(x: 12, y: 3))
      #expect(point.applying(move.concatenating(CGAffineTransform(scaleX: 2, y: 3))) == CGPoint(x: 22, y: 3))
      #expect(point.applying(CGAffineTransform(scaleX: 2, y: 3).translatedBy(x: 10, y: 0)) == CGPoint(x: 22, y: 3))
      #expect(isClose(point.applying(move.rotated(by: .pi)), 9, -1))
    }

    @Test func `a map and its inverse are the identity, and a map without an inverse stays`() {
      let map = CGAffineTransform(a: 2, b: 1, c: -1, d: 3, tx: 5, ty: -7)
      #expect(isClose(CGPoint(x: 3, y: 4).applying(map).applying(map.inverted()), 3, 4))
      #expect(map.concatenating(map.inverted()).concatenating(.identity) != map)
      let flat = CGAffineTransform(scaleX: 1, y: 0)
      #expect(flat.inverted() == flat)
      #expect(CGAffineTransform.identity.isIdentity && !CGAffineTransform().isIdentity)
    }

    @Test func `a vector has its parts, from numbers of any kind`() {
      #expect(CGVector(dx: 1.5, dy: -2) == CGVector(dx: CGFloat(1.5), dy: CGFloat(-2)))
      #expect(CGVector(dx: 3, dy: 4) == CGVector(dx: 3.0, dy: 4.0))
      #expect(CGVector.zero == CGVector() && CGVector().dx == 0)
    }
  }
#endif
