import PixelImaging
import TestSupport
import Testing

@Suite struct CanvasTests {
  private let red = Color(red: 255, green: 0, blue: 0)

  private func canvas(_ width: Int = 20, _ height: Int = 12, _ format: PixelImage.Format = .rgb) throws -> Canvas {
    let count = width * height * format.channelCount
    return try Canvas(
      PixelImage(width: width, height: height, format: format, pixels: [UInt8](repeating: 0, count: count)))
  }

  /// The red channel as rows of characters: '#' full, '+' part, '.' none.
  private func picture(_ canvas: Canvas) -> [String] {
    let image = canvas.image
    let bytes = image.packedBytes
    return (0..<image.height).map { y in
      String(
        (0..<image.width).map { x in
          let value = bytes[(y * image.width + x) * image.format.channelCount]
          return value == 255 ? "#" : value == 0 ? "." : "+"
        })
    }
  }

  @Test func `a rectangle is filled and clipped`() throws {
    var canvas = try canvas(6, 4)
    canvas.fillRectangle(x: -2, y: 1, width: 4, height: 2, color: red)
    canvas.fillRectangle(x: 5, y: 3, width: .max, height: .max, color: red)
    #expect(picture(canvas) == ["......", "##....", "##....", ".....#"])
  }

  @Test func `a disc is round and smooth`() throws {
    var canvas = try canvas(7, 7)
    canvas.fillDisc(center: PixelPoint(x: 3, y: 3), radius: 2, color: red)
    #expect(picture(canvas) == [".......", "..+++..", ".+###+.", ".+###+.", ".+###+.", "..+++..", "......."])
  }

  @Test func `a line has its thickness and round ends`() throws {
    var canvas = try canvas(9, 5)
    canvas.strokeLine(from: PixelPoint(x: 2, y: 2), to: PixelPoint(x: 6, y: 2), thickness: 1, color: red)
    #expect(picture(canvas) == [".........", ".........", "..#####..", ".........", "........."])
  }

  @Test func `a slanted line covers what the distance to it says`() throws {
    let (start, end) = (PixelPoint(x: -4.5, y: 3.2), PixelPoint(x: 31.7, y: 17.9))
    var canvas = try canvas(40, 24)
    canvas.strokeLine(from: start, to: end, thickness: 3, color: red)
    let bytes = canvas.image.packedBytes
    for y in 0..<24 {
      for x in 0..<40 {
        // Reference: sample the line densely.
        let distances = (0...4000).map { step -> Float in
          let t = Float(step) / 4000
          let (dx, dy) = (
            start.x + t * (end.x - start.x) - Float(x), start.y + t * (end.y - start.y) - Float(y)
          )
          return dx * dx + dy * dy
        }
        let distance = (distances.min() ?? 0).squareRoot()
        let expected = min(max(1.5 + 0.5 - distance, 0), 1) * 255
        // Half a level of rounding, and the sampling error: 0.01 pixel is 2.6 levels.
        #expect(abs(Float(bytes[(y * 40 + x) * 3]) - expected) <= 3.2, "\(x), \(y)")
      }
    }
  }

  @Test func `coordinates outside or without meaning draw nothing and do not trap`() throws {
    let numbers: [Float] = [.nan, .infinity, -.infinity, 1e30, -1e30, 1e9, -5000, 1e-30, -0.0]
    for x in numbers {
      for y in numbers {
        for size in numbers + [3] {
          var canvas = try canvas()
          canvas.strokeLine(from: PixelPoint(x: x, y: y), to: PixelPoint(x: 4, y: 4), thickness: size, color: red)
          canvas.strokeLine(from: PixelPoint(x: y, y: 2), to: PixelPoint(x: x, y: x), thickness: size, color: red)
          canvas.fillDisc(center: PixelPoint(x: x, y: y), radius: size, color: red)
        }
      }
    }
    var canvas = try canvas()
    canvas.fillDisc(center: PixelPoint(x: .nan, y: 3), radius: 3, color: red)
    canvas.fillDisc(center: PixelPoint(x: 100, y: 3), radius: 3, color: red)
    for value in [Int.min, -700, 1 << 40, .max] {
      canvas.drawText("Thumb", x: value, y: value, scale: 2, color: red)
      canvas.drawText("Thumb", x: value, y: 30, scale: .max, color: red)
      canvas.drawLabel("Thumb", x: 100, y: value, scale: 3, color: red, background: red)
      canvas.fillRectangle(x: value, y: 40, width: value, height: value, color: red)
    }
    #expect(picture(canvas).allSatisfy { row in row.allSatisfy { $0 == "." } })
  }

  @Test func `straight lines of letters fill whole pixels, with round ends`() throws {
    var canvas = try canvas(7, 9)
    canvas.drawText("H.", x: 0, y: 0, color: red)
    #expect(
      picture(canvas) == [
        "#...#..", "#...#..", "#...#..", "#####..", "#...#..", "#...#..", "#...#.#", ".......", ".......",
      ])
    var large = try self.canvas(16, 18)
    large.drawText("L", x: 1, y: 1, scale: 2, color: red)
    // Capital letters are seven lines high; the ends are rounded.
    #expect(picture(large)[7] == ".##.............")
    #expect(picture(large)[0...1].allSatisfy { !$0.contains("#") })
    #expect(picture(large)[13].hasPrefix(".######"))
    #expect(picture(large)[15].allSatisfy { $0 == "." })
  }

  @Test func `a character at twice the size covers four times as much`() throws {
    func area(_ text: String, _ scale: Int) throws -> Double {
      var canvas = try canvas(20 * scale, 12 * scale)
      canvas.drawText(text, x: scale, y: scale, scale: scale, color: red)
      return Double(canvas.image.packedBytes.reduce(0) { $0 + Int($1) }) / 255
    }
    for text in ["R", "g", "8", "@", "é"] {
      let (small, large) = (try area(text, 8), try area(text, 16))
      #expect(small > 0 && abs(large / small - 4) < 0.05, "\(text): \(small), \(large)")
    }
  }

  @Test func `the lines of a translucent character do not show where they cross`() throws {
    var canvas = try canvas(12, 12)
    canvas.drawText("+H", x: 0, y: 0, color: Color(red: 100, green: 0, blue: 0, alpha: 128))
    let values = Set(canvas.image.packedBytes)
    #expect(values.max() == 50)
  }

  @Test func `every printable character differs from every other and has its width`() throws {
    var seen: Set<[String]> = []
    for code in UInt8(0x20)...0x7E {
      let text = String(UnicodeScalar(code))
      let width = Canvas.labelSize(text, scale: 2).width - 8
      var canvas = try canvas(40, 26)
      canvas.drawText(text, x: 10, y: 4, scale: 2, color: red)
      let rows = picture(canvas)
      seen.insert(rows)
      let columns = (0..<40).filter { x in rows.contains { Array($0)[x] != "." } }
      // Lines end at most half a dot beyond the edges.
      #expect(columns.allSatisfy { (9...10 + width).contains($0) }, "\(text)")
      #expect((columns.last ?? 0) >= width + 6 || text == " ", "\(text)")
    }
    #expect(seen.count == 95)
    var unknown = try canvas(6, 9)
    unknown.drawText("é", x: 0, y: 0, color: red)
    #expect(picture(unknown)[1] == "#..#..")
  }

  @Test func `a label's box has the stated size`() throws {
    let size = Canvas.labelSize("Hi", scale: 2)
    // H is five lines wide, i one; with the gap between them and two on each side.
    #expect(size == (22, 24))
    var canvas = try canvas(40, 30)
    canvas.drawLabel("Hi", x: 1, y: 2, scale: 2, color: .black, background: red)
    let rows = picture(canvas)
    #expect(rows[1].allSatisfy { $0 == "." })
    #expect(rows[2] == "." + String(repeating: "#", count: 22) + String(repeating: ".", count: 17))
    #expect(rows[25] == rows[2])
    #expect(rows[26].allSatisfy { $0 == "." })
  }

  @Test func `a translucent color mixes, and alpha grows`() throws {
    var canvas = try canvas(1, 1, .rgba)
    canvas.fillRectangle(x: 0, y: 0, width: 1, height: 1, color: Color(red: 200, green: 100, blue: 0, alpha: 128))
    #expect(canvas.image.packedBytes == [100, 50, 0, 128])
    canvas.fillRectangle(x: 0, y: 0, width: 1, height: 1, color: .white)
    #expect(canvas.image.packedBytes == [255, 255, 255, 255])
  }

  @Test func `a canvas of any format shows the picture`() throws {
    for format in PixelImage.Format.allCases {
      let image = try PixelImage.synthetic(format)
      let drawn = Canvas(image).image
      #expect(drawn.packedBytes == image.converted(to: drawn.format).packedBytes)
    }
  }
}
