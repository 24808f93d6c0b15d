// What is thrown names the fault; callers outside the package get its sentence.
extension FormatError {
  package static func archive(_ fault: ArchiveFault) -> FormatError { .archive(reason: fault.description) }

  package static func flatBuffer(_ fault: FlatBufferFault) -> FormatError { .flatBuffer(reason: fault.description) }

  package static func model(_ fault: ModelFault) -> FormatError { .model(reason: fault.description) }

  package static func tensor(subgraph: Int, tensor: Int, name: String, fault: TensorFault) -> FormatError {
    .tensor(subgraph: subgraph, tensor: tensor, name: name, reason: fault.description)
  }

  package static func operation(subgraph: Int, index: Int, name: String, fault: OperatorFault) -> FormatError {
    .operation(subgraph: subgraph, index: index, name: name, reason: fault.description)
  }

  package static func metadata(_ fault: MetadataFault) -> FormatError { .metadata(reason: fault.description) }
}
