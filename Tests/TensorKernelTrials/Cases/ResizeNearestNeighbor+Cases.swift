import TensorKernels

extension ResizeNearestNeighbor.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    func count(_ height: Int, _ width: Int) -> Int { batch * height * width * pixelByteCount }
    return KernelTrial(
      inputs: [TrialTensor(count(vertical.input, horizontal.input), .uint8, .upTo(127))],
      outputs: [TrialTensor(count(vertical.output, horizontal.output), .uint8)])
  }
}

extension ResizeNearestNeighbor {
  package static let cases: [KernelCase<Problem>] = {
    func axis(_ input: Int, _ output: Int, corners: Bool = false) -> Axis {
      Axis(input: input, output: output, alignCorners: corners, halfPixelCenters: !corners)
    }
    let sizes: [KernelCase<Problem>] = [3, 4, 7, 8, 11, 29, 50, 100, 130].map { byteCount in
      .edge(
        "\(byteCount) bytes a pixel",
        Problem(batch: 1, vertical: axis(3, 2), horizontal: axis(4, 5), pixelByteCount: byteCount))
    }
    return [
      .network(
        "32×32 to 48×48, 16 floats a pixel",
        Problem(batch: 1, vertical: axis(32, 48), horizontal: axis(32, 48), pixelByteCount: 64)),
      .edge(
        "corners aligned, one byte a pixel",
        Problem(
          batch: 2, vertical: axis(3, 7, corners: true), horizontal: axis(5, 4, corners: true), pixelByteCount: 1)),
      .edge(
        "more columns than are looked up at once",
        Problem(batch: 2, vertical: axis(2, 3), horizontal: axis(70, 300), pixelByteCount: 2)),
    ] + sizes
  }()
}
