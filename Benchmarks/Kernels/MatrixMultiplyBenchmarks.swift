import KernelChoice
import MachineCode
import TensorKernels
import TensorRuntime

/// The networks' 1×1 convolutions and dense layers as matrix products: the emitted kernel against OpenBLAS,
/// single-threaded and interleaved. The emitted kernel also adds the bias; OpenBLAS does not.
enum MatrixMultiplyBenchmarks {
  private struct Shape: Hashable {
    let rows: Int, columns: Int, depth: Int
  }

  /// Measures each shape once.
  static func run(_ report: inout BenchmarkReport) throws {
    report.begin("Matrix products of the networks, 1 thread\n\(MatrixMultiplyRow.header)")
    #if OpenBLAS
      guard KernelProvider.available.contains(.machineCode) else {
        return report.note("left out: code cannot be emitted here")
      }
      guard let library = OpenBLAS.shared else { return report.note("left out: OpenBLAS is not installed") }
      var (emittedSeconds, openBLASSeconds) = (0.0, 0.0)
      for (shape, layers) in try shapes(report.settings) {
        let row = try measure(shape, layers: layers, library, report)
        emittedSeconds += row.work / row.machineCodeGflops
        openBLASSeconds += row.work / row.openBLASGflops
        report.add(row)
      }
      report.add(
        Figure("all these layers: emitted against OpenBLAS, 1 thread", openBLASSeconds / emittedSeconds, "×"))
    #else
      report.note("left out: built without the trait OpenBLAS")
    #endif
  }

  /// The products among the networks' layers, largest first, with the number of layers of each.
  private static func shapes(_ settings: BenchmarkSettings) throws -> [(Shape, Int)] {
    var counts: [Shape: Int] = [:]
    for network in try BenchmarkNetwork.all(settings) where network.stages.count == 1 {
      for step in try Plan(network.stages[0].model, options: PlanOptions(fusion: false)).steps {
        guard ["CONV_2D", "FULLY_CONNECTED"].contains(step.name), let output = step.outputShapes.first,
          let columns = output.last, columns > 0, let depth = step.inputShapes.first?.last
        else { continue }
        let rows = output.reduce(1, *) / columns
        // A filter larger than 1×1 has more terms than its input has channels.
        if step.multiplyAdds == rows * columns * depth {
          counts[Shape(rows: rows, columns: columns, depth: depth), default: 0] += 1
        }
      }
    }
    return counts.sorted { first, second in
      let (a, b) = (first.key, second.key)
      return (a.rows, a.depth, a.columns) > (b.rows, b.depth, b.columns)
    }
  }

  #if OpenBLAS
    private static func measure(
      _ shape: Shape, layers: Int, _ library: OpenBLAS, _ report: BenchmarkReport
    ) throws -> MatrixMultiplyRow {
      let input = buffer(shape.rows * shape.depth)
      let filter = buffer(shape.columns * shape.depth)
      let bias = buffer(shape.columns)
      let output = AlignedBuffer(zeros: shape.rows * shape.columns)
      let epilogue = Epilogue(
        bias: UnsafeBufferPointer(start: bias.pointer, count: shape.columns), channels: shape.columns, activation: .none
      )
      let problem = MatrixMultiply.Problem(rows: shape.rows, columns: shape.columns, depth: shape.depth)
      let kernel = MatrixMultiply.family.kernel(
        for: problem, weights: LayerWeights(filter: filter.pointer, epilogue: epilogue), requested: .machineCode,
        code: CodeAllocator()
      ).kernel
      let step = kernel.takesAnyRows ? shape.rows : kernel.rowsPerUnit
      // One product may be too short for the clock.
      let repetitions = max(1, 200_000 / (shape.rows * shape.columns * shape.depth))

      let emitted = Contender("Mudra machineCode", threads: 1) {
        for _ in 0..<repetitions {
          for row in stride(from: 0, to: shape.rows, by: step) {
            kernel.run(
              rows: min(step, shape.rows - row), input: input.pointer + row * shape.depth, addend: nil,
              output: output.pointer + row * shape.columns)
          }
        }
      }
      let openBLAS = Contender("OpenBLAS", threads: 1) {
        for _ in 0..<repetitions {
          library.multiply(
            rows: shape.rows, columns: shape.columns, depth: shape.depth, input: input.pointer,
            inputStride: shape.depth, filter: filter.pointer, output: output.pointer, outputStride: shape.columns)
        }
      }
      let times = try Interleaving(seconds: report.settings.seconds / 4, peak: report.peak)
        .measure([emitted, openBLAS])
      let operations = Double(2 * shape.rows * shape.columns * shape.depth * repetitions)
      let rates = times.map { operations / ($0.median * 1e6) }
      return MatrixMultiplyRow(
        rows: shape.rows, columns: shape.columns, depth: shape.depth, layers: layers, machineCodeGflops: rates[0],
        openBLASGflops: rates[1], peakShare: report.peak?.best(threads: 1).map { rates[0] / $0 })
    }

    private static func buffer(_ count: Int) -> AlignedBuffer {
      BenchmarkNetwork.noise(count).withUnsafeBufferPointer { AlignedBuffer($0, paddedTo: 8) }
    }
  #endif
}
