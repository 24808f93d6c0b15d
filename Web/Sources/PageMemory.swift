// Memory through which a page and every module for pages exchange bytes.

/// Memory of the page's own, for a model or a text.
@_cdecl("mudra_allocate")
public func allocate(_ count: Int32) -> UnsafeMutableRawPointer? {
  count > 0 ? malloc(Int(count)) : nil
}

/// Releases it.
@_cdecl("mudra_free")
public func release(_ memory: UnsafeMutableRawPointer?) { free(memory) }
