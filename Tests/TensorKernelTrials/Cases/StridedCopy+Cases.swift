import TensorKernels

extension StridedCopy.Problem: TrialProblem {
  package var trial: KernelTrial<Void> {
    let reach = reach()
    return KernelTrial(
      inputs: [TrialTensor(reach.source, .uint8, .upTo(127))], outputs: [TrialTensor(reach.target, .uint8)])
  }
}

extension StridedCopy {
  package static let cases: [KernelCase<Problem>] = [
    .network(
      "channels padded in the hand detector",
      Problem(
        extents: [48, 48, 32], sourceSteps: [48 * 32, 32, 1], targetSteps: [48 * 64, 64, 1], elementByteCount: 4)),
    .network(
      "transposed matrix",
      Problem(extents: [64, 512], sourceSteps: [1, 64], targetSteps: [512, 1], elementByteCount: 4)),
    .network("zeros", Problem(zeros: [48, 48, 32], targetSteps: [48 * 64, 64, 1], elementByteCount: 4)),
    .network(
      "keys of attention",
      Problem(
        extents: [12, 64, 197], sourceSteps: [197 * 64, 1, 64], targetSteps: [64 * 197, 197, 1], elementByteCount: 4)),
    .edge(
      "transposed matrices with remainders",
      Problem(extents: [3, 9, 19], sourceSteps: [171, 1, 9], targetSteps: [9 * 20, 20, 1], elementByteCount: 4)),
    .edge(
      "a transposed matrix of few columns",
      Problem(extents: [3, 8], sourceSteps: [1, 5], targetSteps: [8, 1], elementByteCount: 4)),
    .edge(
      "transposed matrices of many rows with remainders",
      Problem(
        extents: [2, 19, 37], sourceSteps: [37 * 20, 1, 20], targetSteps: [19 * 40, 40, 1], elementByteCount: 4)),
    .network(
      "bytes to planes",
      Problem(extents: [64, 4096], sourceSteps: [1, 64], targetSteps: [4096, 1], elementByteCount: 1)),
    .edge(
      "transposed matrices of bytes with remainders",
      Problem(
        extents: [3, 19, 83], sourceSteps: [83 * 19, 1, 19], targetSteps: [19 * 90, 90, 1], elementByteCount: 1)),
    .edge(
      "transposed matrices of bytes in lines that share a place of the cache, with remainders",
      Problem(
        extents: [2, 67, 135], sourceSteps: [1024 * 135, 1, 1024], targetSteps: [135 * 67, 135, 1],
        elementByteCount: 1)),
    .edge(
      "transposed matrices of bytes to lines that share a place of the cache",
      Problem(
        extents: [135, 2, 45], sourceSteps: [1, 45 * 150, 150], targetSteps: [1024, 512, 1], elementByteCount: 1)),
    .network(
      "colors of planes",
      Problem(extents: [4096, 3], sourceSteps: [1, 4096], targetSteps: [3, 1], elementByteCount: 1)),
    .edge(
      "planes of colors with remainders",
      Problem(extents: [2, 3, 75], sourceSteps: [225, 1, 3], targetSteps: [240, 80, 1], elementByteCount: 4)),
    .edge(
      "transposed halves with remainders",
      Problem(
        extents: [2, 70, 67], sourceSteps: [70 * 67, 1, 70], targetSteps: [70 * 68, 68, 1], elementByteCount: 2)),
    .edge(
      "transposed long words",
      Problem(extents: [9, 66], sourceSteps: [1, 9], targetSteps: [66, 1], elementByteCount: 8)),
    .network(
      "channels repeated", Problem(extents: [1024, 6], sourceSteps: [1, 0], targetSteps: [6, 1], elementByteCount: 4)),
    .edge(
      "bytes repeated",
      Problem(extents: [7, 5, 3], sourceSteps: [6, 1, 0], targetSteps: [16, 3, 1], elementByteCount: 1)),
    .edge(
      "words repeated more often than a vector holds",
      Problem(extents: [3, 13], sourceSteps: [2, 0], targetSteps: [13, 1], elementByteCount: 4)),
    .edge("bytes", Problem(extents: [3, 5], sourceSteps: [5, 1], targetSteps: [7, 1], elementByteCount: 1)),
    .edge("halves", Problem(extents: [3, 5], sourceSteps: [1, 3], targetSteps: [6, 1], elementByteCount: 2)),
    .network(
      "reversed rows",
      Problem(extents: [128, 256], sourceSteps: [256, -1], targetSteps: [256, 1], elementByteCount: 4)),
    .edge(
      "reversed bytes", Problem(extents: [3, 37], sourceSteps: [37, -1], targetSteps: [37, 1], elementByteCount: 1)),
    .edge(
      "reversed halves", Problem(extents: [2, 19], sourceSteps: [-19, -1], targetSteps: [20, 1], elementByteCount: 2)),
    .edge(
      "a few reversed halves", Problem(extents: [5], sourceSteps: [-1], targetSteps: [1], elementByteCount: 2)),
    .edge(
      "reversed words", Problem(extents: [2, 23], sourceSteps: [24, -1], targetSteps: [23, 1], elementByteCount: 4)),
    .edge(
      "reversed long integers", Problem(extents: [17], sourceSteps: [-1], targetSteps: [1], elementByteCount: 8)),
    .edge(
      "reversed rows of words",
      Problem(extents: [5, 3], sourceSteps: [-3, 1], targetSteps: [3, 1], elementByteCount: 4)),
    .edge(
      "reversed colors",
      Problem(extents: [2, 9, 3], sourceSteps: [27, -3, 1], targetSteps: [27, 3, 1], elementByteCount: 1)),
    .edge(
      "reversed rows of three halves",
      Problem(extents: [5, 3], sourceSteps: [-3, 1], targetSteps: [4, 1], elementByteCount: 2)),
    .edge(
      "every third word", Problem(extents: [2, 7], sourceSteps: [22, 3], targetSteps: [7, 1], elementByteCount: 4)),
    .edge("long integers", Problem(extents: [2, 3], sourceSteps: [1, 2], targetSteps: [4, 1], elementByteCount: 8)),
    .edge(
      "one float repeated", Problem(extents: [4, 9], sourceSteps: [1, 0], targetSteps: [9, 1], elementByteCount: 4)),
    .edge("one byte all over", Problem(zeros: [3, 5], byte: 7, targetSteps: [6, 1], elementByteCount: 1)),
    .edge(
      "words of one byte", Problem(zeros: [3, 2, 8], byte: 250, targetSteps: [48, 20, 1], elementByteCount: 1)),
    .edge("nothing", Problem(extents: [0, 3], sourceSteps: [3, 1], targetSteps: [3, 1], elementByteCount: 4)),
  ]
}
