import HandRecording
import TFLiteFormat
import TensorRuntime

/// What `mudra inspect --passes` says about a model: its graph as read, and after each pass that a plan applies.
struct PassDump {
  /// The graph at one point.
  private struct Point {
    /// The preceding pass; `read` if there is none.
    let name: String
    let nodes: [Node]
  }

  /// One use of an operator at one point.
  private struct Node: Equatable {
    /// Index in the model's operator list.
    let index: Int
    let name: String
    /// Shapes of computed tensors; constants are left out.
    let inputShapes: [[Int]], outputShapes: [[Int]]
  }

  private var points: [Point] = []
  /// Why there are no more points; nil if all passes were applied.
  private var failure: ModelError?

  /// Reads a model and applies the passes of a plan.
  init(_ model: Model, options: PlanOptions) {
    do throws(ModelError) {
      var graph = try Graph(model, options: options)
      points.append(Self.point("read", graph))
      var seen: [Point] = []
      defer { points += seen }
      try graph.applyPasses(options) { seen.append(Self.point($0.name, $1)) }
    } catch {
      failure = error
    }
  }

  private static func point(_ name: String, _ graph: Graph) -> Point {
    func shapes(_ values: [Int]) -> [[Int]] {
      values.filter { graph.values[$0].constant == nil }.map { graph.values[$0].type.shape }
    }
    return Point(
      name: name,
      nodes: graph.nodes.map { node in
        Node(
          index: node.index, name: node.name, inputShapes: shapes(node.inputs.compactMap { $0 }),
          outputShapes: shapes(node.outputs))
      })
  }

  /// As text: the nodes after each pass that changed them, one per line.
  func lines(_ budget: ListingBudget) throws(CommandFailure) -> [String] {
    var lines: [String] = []
    for (place, point) in points.enumerated() {
      if place > 0, points[place - 1].nodes == point.nodes {
        lines.append("\(point.name): as before")
        continue
      }
      lines.append("\(point.name): \(point.nodes.count) nodes")
      var table = TextTable([.right, .left, .left])
      for node in point.nodes {
        func text(_ shapes: [[Int]]) -> String {
          let first = shapes.prefix(ListingBudget.lineCount).map(NumberText.shape).joined(separator: " ")
          let rest = shapes.count - ListingBudget.lineCount
          return rest > 0 ? "\(first) and \(rest) others" : first
        }
        let shapes = "\(text(node.inputShapes)) → \(text(node.outputShapes))"
        try budget.add([String(node.index), node.name.printable, shapes], to: &table)
      }
      lines += try budget.lines(of: table, indent: 2)
    }
    if let failure { lines.append("cannot run: \(failure.description.onOneLine)") }
    return lines
  }

  /// The same as JSON members `passes` and `error`.
  var json: [(key: String, value: JSONValue)] {
    [
      (key: "passes", value: .elements(points.count) { Self.json(points[$0]) }),
      (key: "error", value: failure.map { JSONValue.string($0.description) } ?? .null),
    ]
  }

  private static func json(_ point: Point) -> JSONValue {
    .object([("name", .string(point.name)), ("nodes", .elements(point.nodes.count) { json(point.nodes[$0]) })])
  }

  private static func json(_ node: Node) -> JSONValue {
    .object([
      ("index", .integer(node.index)), ("name", .string(node.name)), ("inputShapes", shapes(node.inputShapes)),
      ("outputShapes", shapes(node.outputShapes)),
    ])
  }

  private static func shapes(_ shapes: [[Int]]) -> JSONValue { .elements(shapes.count) { JSONValue(shapes[$0]) } }
}
