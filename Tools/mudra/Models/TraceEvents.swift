import HandRecording
import TensorRuntime

/// Runs of networks as events of Chrome's trace format: each network is a process, each step a complete event (`ph` X)
/// with its start and duration in microseconds. Steps follow each other without the gaps between them.
struct TraceEvents {
  private var events: [JSONValue] = []
  private var processCount = 0

  /// Adds the last run of a profile.
  mutating func add(_ profile: NetworkProfile, name: String) {
    let process = processCount
    processCount += 1
    events.append(
      .object([
        ("name", "process_name"), ("ph", "M"), ("pid", .integer(process)),
        ("args", .object([("name", .string(name))])),
      ]))
    var begin: UInt64 = 0
    for (step, duration) in zip(profile.plan.steps, profile.lastRun) {
      let rate = NetworkProfile.gigaflops(step.multiplyAdds, milliseconds: Double(duration) / 1e6)
      events.append(
        .object([
          ("name", .string(step.name)), ("cat", .string(step.provider.rawValue)), ("ph", "X"),
          ("ts", .double(Double(begin) / 1000)), ("dur", .double(Double(duration) / 1000)),
          ("pid", .integer(process)), ("tid", .integer(0)),
          (
            "args",
            .object([
              ("index", .integer(step.index)), ("outputShapes", .array(step.outputShapes.map { JSONValue($0) })),
              ("multiplyAdds", .integer(step.multiplyAdds)), ("gflops", rate.map(JSONValue.double) ?? .null),
            ])
          ),
        ]))
      begin += duration
    }
  }

  /// The whole file.
  var json: JSONValue { .object([("displayTimeUnit", "ms"), ("traceEvents", .array(events))]) }
}
