public import ByteReading

/// A type in the places where it means one thing: a line of the catalogue.
public struct CatalogueEntry: Sendable {
  /// The type; zero for a table that stands for any type, the tag for a descriptor.
  public let type: FourCC
  /// The type as people write it: its key string, `uuid:` and 32 hexadecimal digits, or `*`.
  public let key: String
  /// What people call it.
  public let title: String
  /// Where it is specified, or whose it is when no table describes it.
  public let clause: String
  /// The types it stands in, separated by spaces, blanks in them written `\x20`; empty for anywhere.
  public let parents: String
  /// The handlers of the tracks it stands in, in the same form.
  public let handlers: String
  /// The number of the table that describes it.
  public let table: Int?
  /// What is known of its payload; of a brand its name.
  public let form: Form
  /// What it is.
  public let kind: Kind

  /// What a table or a name describes.
  public enum Kind: String, Sendable {
    /// An atom, a frame, a chunk.
    case node
    /// An entry of a list in the types it stands in, chosen by its code.
    case entry
    /// An MPEG-4 descriptor.
    case descriptor
    /// A brand: a code in fields of the types it stands in.
    case brand
  }

  /// What is known of the payload.
  public enum Form: String, Sendable {
    /// It holds fields, boxes, or both, or no bytes.
    case described
    /// It holds bytes that have no structure of their own, or none that is known.
    case bytes
    /// It has a registered name, and no table.
    case named
  }
}

extension Catalogue {
  /// All types that a table describes or names, and those that are only registered, in the order of
  /// their keys, letters of both cases together.
  ///
  /// - Complexity: O(*n* log *n*); lowers every table.
  public var entries: [CatalogueEntry] {
    var entries = (0..<count).flatMap { self.entries(of: $0) }
    for entry in register.entries {
      entries.append(
        CatalogueEntry(
          type: entry.type, key: entry.type.key, title: entry.name, clause: entry.owner,
          parents: entry.parents, handlers: "", table: nil, form: .named, kind: .node))
    }
    let order = entries.indices.map { (entries[$0].key.lowercased(), entries[$0].key, $0) }.sorted {
      $0 < $1
    }
    return order.map { entries[$0.2] }
  }

  /// The fields that hold brands, by the types that have them, in the order of the tables: of codes those alone are noted
  /// that are brands.
  ///
  /// - Complexity: O(*n*) in the number of rows; lowers every table.
  package var brandFields: [(type: String, names: [String])] {
    (0..<count).compactMap { number -> (type: String, names: [String])? in
      guard let program = program(number) else { return nil }
      let names = program.rows.indices.compactMap { index -> String? in
        let row = program.rows[index]
        guard case .code = row.kind, row.traits.contains(.noted) else { return nil }
        // People know a list by the name that it has, not by that of its items.
        let outer = program.enclosing[index]
        return (outer >= 0 ? program.rows[outer].name : row.name).description
      }
      return names.isEmpty ? nil : (program.syntax.code.description, names)
    }
  }

  /// Entries for brands: each stands in the types with fields that hold brands.
  ///
  /// - Parameter names: Their codes and what they are called.
  /// - Returns: An entry for each.
  /// - Complexity: O(*n*) in the number of rows and brands; lowers every table.
  package func entries(ofBrands names: [(code: FourCC, name: String)]) -> [CatalogueEntry] {
    let parents = brandFields.map(\.type).joined(separator: " ")
    return names.map {
      CatalogueEntry(
        type: $0.code, key: $0.code.key, title: $0.name, clause: "", parents: parents, handlers: "", table: nil, form: .named,
        kind: .brand)
    }
  }

  /// The types that the table of this number describes or names: for a table that stands for many, one
  /// entry for all of them first.
  ///
  /// - Parameter number: The table, from 0, below the number of tables.
  /// - Returns: The entries, in the order in which the table writes the types.
  public func entries(of number: Int) -> [CatalogueEntry] {
    let table = table(number)
    let program = program(number)
    let form: CatalogueEntry.Form =
      program?.isOpaque == true && program?.mayComeApart == false && program?.rows.count != 1 ? .bytes : .described
    var kind = CatalogueEntry.Kind.node
    func entry(_ type: FourCC, _ key: String, _ title: StaticString) -> CatalogueEntry {
      CatalogueEntry(
        type: type, key: key, title: title.description, clause: table.clause.description,
        parents: table.parents.description, handlers: table.handlers.description,
        table: number, form: form, kind: kind)
    }
    switch table.entry {
    case .code?:
      kind = .entry
    case .descriptor(let tag, _)?:
      kind = .descriptor
      return [entry(FourCC(UInt32(tag)), table.code.description, table.title)]
    case nil: break
    }
    if !table.extendedType.description.isEmpty {
      let digits = table.extendedType.description.filter { $0 != "-" }
      return [entry(.uuid, "uuid:" + digits.lowercased(), table.title)]
    }
    if table.isForManyTypes {
      let names = table.titles?.names().entries ?? []
      return [entry(FourCC(0), table.code.description, table.title)]
        + names.map {
          let type = FourCC(UInt32(truncatingIfNeeded: $0.value))
          return entry(type, type.key, $0.name)
        }
    }
    let type = FourCC(stringLiteral: table.code)
    return [entry(type, type.key, table.title)]
  }
}

extension StringProtocol {
  /// The types in a list of parents or handlers, blanks in them as blanks.
  public var listedTypes: [String] {
    split(separator: " ").map { FourCC(key: String($0))?.key ?? String($0) }
  }
}
