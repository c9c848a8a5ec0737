package import ByteReading
package import MediaFacts
import Structure

/// Says what files are made of: how much of them is understood, what is not, and all types.
package struct InventoryRenderer: ~Copyable {
  private let options: RenderOptions
  private var page: Page

  package init(_ options: RenderOptions, output: consuming ByteWriter) {
    self.options = options
    page = Page(options, output: output)
  }

  /// Gives back where it wrote to.
  package consuming func finish() -> ByteWriter { page.output }

  package mutating func render(_ inventory: Inventory) {
    if inventory.files.count > 1 { files(inventory) }
    total(inventory)
    unknown(inventory)
    types(inventory)
  }

  // MARK: Files

  /// A line for each file.
  private mutating func files(_ inventory: Inventory) {
    let columns = [14, 10, 8, 10, 9]
    heading(["size", "\(inventory.nodeKind)s", "types", "in fields", "unknown"], columns, "file")
    for file in inventory.files {
      number(file.size, columns[0])
      number(UInt64(file.nodes), columns[1])
      number(UInt64(file.types), columns[2])
      page.put {
        var text = ByteWriter()
        text.put(share: file.bytes.fields &+ file.bytes.opaque, of: file.bytes.structure)
        $0.putSpaces(max(0, columns[3] - text.count))
        $0.put(text)
      }
      number(UInt64(file.unknown), columns[4])
      page.space(2)
      page.hang()
      page.put(ShownText(file.name), .strong)
      page.end()
      if page.output.hasFailed { return }
    }
    page.end()
  }

  private mutating func heading(_ titles: [String], _ columns: [Int], _ last: StaticString) {
    for (title, column) in zip(titles, columns) {
      page.space(column - title.count)
      page.put(own: title, .faint)
    }
    page.space(2)
    page.put(last, .faint)
    page.end()
  }

  private mutating func number(_ value: UInt64, _ width: Int, _ ink: Ink = .plain) {
    page.put(ink) { $0.put(grouped: value, width: width) }
  }

  // MARK: Bytes

  private mutating func total(_ inventory: Inventory) {
    let bytes = inventory.bytes
    if inventory.files.count == 1, let file = inventory.files.first {
      page.put(ShownText(file.name), .strong)
    } else {
      page.put(.strong) {
        $0.put(grouped: inventory.files.count)
        $0.put(inventory.files.count == 1 ? " file" : " files")
      }
    }
    page.put(" ")
    page.put(page.signs.dash)
    let kind = inventory.nodeKind
    let types = inventory.types.count { $0.form != .raw }
    page.put {
      $0.put(" ")
      $0.put(grouped: bytes.all)
      $0.put(bytes.all == 1 ? " byte, " : " bytes, ")
      $0.put(grouped: inventory.nodes)
      $0.put(" ")
      $0.put(kind)
      $0.put(inventory.nodes == 1 ? " of " : "s of ")
      $0.put(grouped: types)
      $0.put(types == 1 ? " type" : " types")
    }
    page.end()
    page.end()
    line(bytes.payload, of: bytes.all, "media and free space")
    line(bytes.structure, of: bytes.all, "structure, and of that")
    line(bytes.fields, of: bytes.structure, "in headers and fields", indent: 2)
    line(bytes.opaque, of: bytes.structure, "in fields that are nothing but bytes", indent: 2)
    line(bytes.raw, of: bytes.structure, "in no field", indent: 2)
  }

  private mutating func line(
    _ value: UInt64, of all: UInt64, _ text: StaticString, indent: Int = 0
  ) {
    number(value, 16)
    page.put(.faint) {
      var share = ByteWriter()
      share.put(share: value, of: all)
      $0.putSpaces(max(0, 10 - share.count))
      $0.put(share)
    }
    page.space(2 + indent)
    page.hang()
    page.put(text)
    page.end()
  }

  // MARK: Types

  /// What is not understood: types without a table, and bytes that no field has.
  private mutating func unknown(_ inventory: Inventory) {
    let types = inventory.types.filter { $0.notUnderstood > 0 }.sorted {
      ($1.bytes.raw, $0.key) < ($0.bytes.raw, $1.key)
    }
    page.end()
    guard !types.isEmpty else {
      page.put("everything has a field")
      page.end()
      return
    }
    let columns = [16, 10]
    heading(["in no field", "count"], columns, "not understood")
    for type in types {
      number(type.bytes.raw, columns[0])
      number(UInt64(type.notUnderstood), columns[1])
      page.space(2)
      page.hang()
      name(type)
      page.put(ShownText(Self.reason(type)))
      page.put(
        ShownText(type.parent == "file" ? ", at the top of the file" : ", in \(type.parent)"))
      if inventory.files.count > 1, let first = type.firstNotUnderstood {
        page.put("; first in ", .faint)
        page.put(ShownText(inventory.files[first].name), .faint)
      }
      page.end()
      if page.output.hasFailed { return }
    }
  }

  private static func reason(_ type: Inventory.TypeCount) -> String {
    switch type.form {
    case .named: ": \(type.title), known by name only"
    case .unregistered: ": not registered"
    case .raw: ""
    case .described, .bytes: ": behind the fields of \(type.title)"
    }
  }

  private mutating func name(_ type: Inventory.TypeCount) {
    let isRaw = type.form == .raw
    page.put(
      ShownText(type.key.contains(" ") ? "'\(type.key)'" : type.key), isRaw ? .plain : .strong)
  }

  /// All types, with how often they are there and how many bytes they have without those in them.
  private mutating func types(_ inventory: Inventory) {
    let types = inventory.types.filter { $0.form != .raw }
    guard !types.isEmpty else { return }
    let isMany = inventory.files.count > 1
    let columns = isMany ? [16, 10, 8] : [16, 10]
    page.end()
    heading(isMany ? ["bytes", "count", "files"] : ["bytes", "count"], columns, "type")
    for type in types {
      number(type.bytes.all, columns[0])
      number(UInt64(type.count), columns[1])
      if isMany { number(UInt64(type.files), columns[2]) }
      page.space(2)
      page.hang()
      name(type)
      page.space(2)
      page.put(ShownText(type.title))
      switch type.form {
      case .bytes: page.put(" (bytes)", .faint)
      case .named: page.put(" (name only)", .faint)
      case .unregistered: page.put("(not registered)", .warning)
      case .described, .raw: break
      }
      page.end()
      if page.output.hasFailed { return }
    }
  }
}

extension ByteWriter {
  /// Puts a part of a whole in percent with one digit, never 100.0 for less than all.
  fileprivate mutating func put(share part: UInt64, of all: UInt64) {
    guard all > 0 else { return put("-") }
    if part == all { return put("100 %") }
    let (high, low) = part.multipliedFullWidth(by: 1_000)
    // The quotient is at most 1,000 because the part is at most the whole.
    let tenths = min(999, all.dividingFullWidth((high, low)).quotient)
    put(decimal: tenths / 10)
    put(UInt8(ascii: "."))
    put(decimal: tenths % 10)
    put(" %")
  }
}
