/// The hand's networks have few equal nodes.
struct KnownInferences {
  func inference(
    of operation: any AnyOperation, _ code: Int, _ operands: Operands, _ inputs: [Int?],
    infer: () throws(OperatorError) -> any Inference
  ) throws(OperatorError) -> any Inference { try infer() }
}
