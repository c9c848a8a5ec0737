public import ByteReading

extension Document {
  /// The registered name of the node at `index`, for one that no table describes, or one that a table
  /// for many types describes and does not name; `nil` for types that are not registered.
  ///
  /// - Parameter index: The node.
  /// - Returns: The name that the registry of the format has for the type.
  public func registeredName(of index: NodeIndex) -> String? {
    let node = tree[index]
    guard !node.isRaw, let register = tree.catalogue(of: node)?.register else { return nil }
    return register.entry(
      for: node.type, in: tree.parent(of: index).map { tree[$0].type } ?? Catalogue.file)?.name
  }

  /// Writes what people call the node at `index`: the title of its table, or its registered name.
  ///
  /// No text for a type that is neither described nor registered.
  ///
  /// - Parameters:
  ///   - index: The node.
  ///   - output: Where the name is written to.
  /// - Returns: Whether there was a name.
  @discardableResult
  public func put(titleOf index: NodeIndex, to output: inout ByteWriter) -> Bool {
    let node = tree[index]
    guard let program = tree.program(of: node) else {
      guard let name = registeredName(of: index) else { return false }
      output.put(name)
      return true
    }
    if program.isForManyTypes {
      if let title = program.titles?[UInt64(node.type.rawValue)] {
        output.put(title)
        return true
      }
      if let name = registeredName(of: index) {
        output.put(name)
        return true
      }
    }
    output.put(program.syntax.title)
    return true
  }
}
