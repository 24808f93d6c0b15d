import KernelChoice
import TensorKernels

/// A named rewrite of a graph.
package struct GraphPass: Sendable {
  /// A pass's parameters besides the graph.
  package struct Context: Sendable {
    /// The requested provider; nil for the fastest.
    let provider: KernelProvider?
    let precision: Precision
    let limits: ModelLimits
    let deadline: Deadline?

    var lowering: Lowering { Lowering(tensorByteCount: limits.tensorByteCount, requested: provider) }
  }

  package let name: String
  let apply: @Sendable (inout Graph, Context) throws(ModelError) -> Void

  /// In the order in which a plan applies them.
  package static func all(fusion: Bool) -> [GraphPass] {
    #if hasFeature(Embedded)
      // Modules for web pages have neither quantized tensors nor blocks.
      let fusions = [checkLimits, fusePadding, moveResizes, fuseResiduals, fuseActivations, keepIntegers]
      return [foldConstants] + (fusion ? fusions : [])
    #else
      return [lowerQuantization, foldConstants, replaceComputedFilters] + (fusion ? fusions : [])
    #endif
  }

  private static let fusions = [
    checkLimits, shareRoundings, fusePadding, moveResizes, fuseByteSlopes, fuseByteTables, fuseResiduals,
    fuseActivations, keepIntegers, fuseBlocks,
  ]

  private static let lowerQuantization = GraphPass(name: "lower quantization") { graph, context throws(ModelError) in
    try graph.lowerQuantization(context.lowering, deadline: context.deadline)
  }

  private static let foldConstants = GraphPass(name: "fold constants") { graph, context throws(ModelError) in
    try graph.foldConstants(limit: context.limits.memoryByteCount, deadline: context.deadline)
  }

  private static let replaceComputedFilters = GraphPass(name: "replace computed filters") {
    graph, context throws(ModelError) in
    try graph.replaceComputedFilters(context.lowering)
  }

  /// Changes nothing. Fused activations copy their slopes, so memory is checked first.
  private static let checkLimits = GraphPass(name: "check limits") { graph, context throws(ModelError) in
    _ = try ModelDemand(graph, limits: context.limits)
  }

  private static let shareRoundings = GraphPass(name: "share roundings") { graph, _ in graph.shareRoundings() }

  private static let fusePadding = GraphPass(name: "fuse padding") { graph, _ throws(ModelError) in
    try graph.fusePadding()
  }

  /// Changes results' bits.
  private static let moveResizes = GraphPass(name: "move resizes") { graph, context throws(ModelError) in
    if context.precision == .fast { try graph.moveResizes() }
  }

  private static let fuseByteSlopes = GraphPass(name: "fuse slopes of bytes") { graph, _ throws(ModelError) in
    try graph.fuseByteSlopes()
  }

  private static let fuseByteTables = GraphPass(name: "fuse tables of bytes") { graph, _ throws(ModelError) in
    try graph.fuseByteTables()
  }

  private static let fuseResiduals = GraphPass(name: "fuse residuals") { graph, _ throws(ModelError) in
    try graph.fuseResiduals()
  }

  private static let fuseActivations = GraphPass(name: "fuse activations") { graph, _ throws(ModelError) in
    try graph.fuseActivations()
  }

  /// Changes results' bits.
  private static let keepIntegers = GraphPass(name: "keep integers") { graph, context throws(ModelError) in
    if context.precision == .fast { try graph.keepIntegers(provider: context.provider) }
  }

  private static let fuseBlocks = GraphPass(name: "fuse blocks") { graph, context throws(ModelError) in
    let precision = context.precision
    try graph.fuseBlocks(provider: context.provider) { $0.pays(requested: $1, precision: precision) }
  }
}

extension Graph {
  /// Applies a plan's passes.
  ///
  /// - Parameters:
  ///   - limits: nil for those of the options.
  ///   - deadline: nil for the time limit of the options.
  ///   - dump: called with the graph after each pass.
  package mutating func applyPasses(
    _ options: PlanOptions, limits: ModelLimits? = nil, deadline: Deadline? = nil,
    dump: (GraphPass, Graph) -> Void = { _, _ in }
  ) throws(ModelError) {
    let context = GraphPass.Context(
      provider: try options.resolvedProvider(), precision: options.precision, limits: limits ?? options.limits,
      deadline: deadline ?? options.currentDeadline)
    for pass in GraphPass.all(fusion: options.fusion) {
      try context.deadline?.check()
      try pass.apply(&self, context)
      dump(pass, self)
    }
  }
}
