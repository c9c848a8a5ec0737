package import ByteReading
package import Structure

/// What files are made of: how many nodes of each type there are, and how many of their bytes are
/// understood.
///
/// ```swift
/// var inventory = Inventory()
/// inventory.add(document, named: "movie.mov", payload: ["mdat"])
/// inventory.types.first { $0.form == .unregistered }
/// ```
package struct Inventory: Sendable {
  /// Bytes of a file, each counted once. Bytes that were derived from others do not count.
  package struct Bytes: Sendable, Equatable {
    /// In headers and in fields that mean something, reserved ones too.
    package var fields: UInt64 = 0
    /// In fields that are only bytes.
    package var opaque: UInt64 = 0
    /// In no field: undescribed, left over behind fields, or no structure at all.
    package var raw: UInt64 = 0
    /// Media and free space, which are not looked into.
    package var payload: UInt64 = 0

    package init() {}

    /// All of them.
    package var all: UInt64 { fields &+ opaque &+ raw &+ payload }
    /// Those that are structure.
    package var structure: UInt64 { fields &+ opaque &+ raw }

    static func += (a: inout Bytes, b: Bytes) {
      a.fields &+= b.fields
      a.opaque &+= b.opaque
      a.raw &+= b.raw
      a.payload &+= b.payload
    }
  }

  /// What is known of a type.
  package enum Form: String, Sendable {
    /// A table says what is in it.
    case described
    /// A table says that it is bytes.
    case bytes
    /// It has a registered name and no table.
    case named
    /// Nobody registered it.
    case unregistered
    /// It is no structure: bytes that cannot be read, or zeros.
    case raw
  }

  /// All nodes of one type that mean the same.
  package struct TypeCount: Sendable {
    /// As people write it.
    package let key: String
    package let title: String
    package let form: Form
    /// What the first of them stands in.
    package let parent: String
    /// The index of the first file that has any.
    package let firstFile: Int
    package internal(set) var count = 0
    /// How many of them have bytes that are in no field, or no table at all.
    package internal(set) var notUnderstood = 0
    /// The index of the first file with one of these.
    package internal(set) var firstNotUnderstood: Int?
    /// The number of files that have any.
    package internal(set) var files = 0
    package internal(set) var bytes = Bytes()
  }

  /// One file.
  package struct File: Sendable {
    /// Its name; it need not be UTF-8.
    package let path: [UInt8]
    /// Its name, escaped.
    package let name: String
    package let size: UInt64
    package internal(set) var nodes = 0
    /// The number of different types in it.
    package internal(set) var types = 0
    /// The number of nodes whose type nobody registered, or that are known by name only.
    package internal(set) var unknown = 0
    package internal(set) var bytes = Bytes()
  }

  /// The files, in the order they were added.
  package private(set) var files: [File] = []
  /// What one node is called: `atom`; `node` when the files have no common word.
  package private(set) var nodeKind: StaticString = "node"
  private var counts: [TypeCount] = []
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    let key: String
    let title: String
    let form: Form
  }

  package init() {}

  /// Everything together.
  package var bytes: Bytes { files.reduce(into: Bytes()) { $0 += $1.bytes } }
  /// The number of nodes in all files.
  package var nodes: Int { files.reduce(0) { $0 &+ $1.nodes } }

  /// The types in the order of their keys, letters of both cases together.
  package var types: [TypeCount] {
    counts.sorted {
      ($0.key.lowercased(), $0.key, $0.title) < ($1.key.lowercased(), $1.key, $1.title)
    }
  }

  // MARK: Adding

  /// Counts a file; nodes whose type is among `payload` are media or free space.
  ///
  /// - Complexity: O(*n*) in the number of fields; rows of tables are not read.
  package mutating func add(
    _ document: Document, path: [UInt8], name: String, payload: [FourCC]
  ) {
    let tree = document.tree
    note(tree.catalogues.first?.nodeKind ?? document.format?.node)
    var file = File(path: path, name: name, size: UInt64(tree.file.byteCount))
    var walker = Walker()
    // Nodes with the same table and type in the same parent are alike.
    var known: [Place: Int] = [:]
    var seen: Set<Int> = []
    for index in tree.indices {
      let node = tree[index]
      let parent = tree.parent(of: index)
      let place = Place(
        type: node.type.rawValue, table: node.table,
        parent: parent.map { tree[$0].type.rawValue } ?? Catalogue.file.rawValue,
        marks: node.marks.intersection([.raw, .padding, .named]).rawValue)
      let line: Int
      // Extended types differ by more than their type.
      if let found = known[place], node.type != .uuid {
        line = found
      } else {
        line = self.line(of: index, in: document, parent, file: files.count)
        known[place] = line
      }
      counts[line].count &+= 1
      if seen.insert(line).inserted { counts[line].files &+= 1 }
      var isUnknown = counts[line].form == .named || counts[line].form == .unregistered
      if !node.isRaw {
        file.nodes &+= 1
        if isUnknown { file.unknown &+= 1 }
      }
      defer {
        if isUnknown {
          counts[line].notUnderstood &+= 1
          if counts[line].firstNotUnderstood == nil {
            counts[line].firstNotUnderstood = files.count
          }
        }
      }
      guard node.source == 0 else { continue }
      var bytes = Bytes()
      if payload.contains(node.type), !node.isRaw {
        bytes.fields = UInt64(node.headerSize)
        bytes.payload = node.size &- UInt64(node.headerSize)
      } else {
        var sink = Sink()
        document.walk(index, &walker, into: &sink)
        let own = UInt64(max(0, document.ownExtent(of: index).count)) / 8
        if node.isRaw || tree.program(of: node) == nil {
          bytes.fields = node.isRaw ? 0 : min(own, UInt64(node.headerSize))
          bytes.raw = own &- bytes.fields
        } else {
          bytes.opaque = min(own, UInt64(sink.opaque / 8))
          bytes.raw = min(own &- bytes.opaque, UInt64(sink.gaps / 8))
          bytes.fields = own &- bytes.opaque &- bytes.raw
        }
      }
      if bytes.raw > 0 { isUnknown = true }
      counts[line].bytes += bytes
      file.bytes += bytes
    }
    file.types = seen.count { counts[$0].form != .raw }
    files.append(file)
  }

  private struct Place: Hashable {
    let type: UInt32
    let table: UInt16
    let parent: UInt32
    let marks: UInt8
  }

  /// The line for the node at `index`, made when it is the first of its kind.
  private mutating func line(
    of index: NodeIndex, in document: Document, _ parent: NodeIndex?, file: Int
  ) -> Int {
    let tree = document.tree
    let node = tree[index]
    var title = ByteWriter()
    let form: Form
    var key = node.type.key
    if node.isRaw {
      form = .raw
      let isPadding = node.marks.contains(.padding)
      key = isPadding ? "padding" : "raw"
      title.put(isPadding ? "Zeros" : "Bytes that are not structure")
    } else {
      let hasTitle = document.put(titleOf: index, to: &title)
      if let program = tree.program(of: node) {
        // What comes apart in few files is bytes in the others.
        form = program.isOpaque && program.rows.count > 1 ? .bytes : .described
      } else {
        form = hasTitle ? .named : .unregistered
      }
      if let word = document.word(for: node) { key = word }
      if node.type == .uuid, let type = document.extendedType(of: node) {
        var digits = ByteWriter()
        digits.put(hex: type.high, digits: 16)
        digits.put(hex: type.low, digits: 16)
        key = "uuid:" + digits.string
      }
    }
    let parent =
      parent.map { document.word(for: tree[$0]) ?? tree[$0].type.key } ?? "file"
    let line = Key(key: key, title: title.string, form: form)
    if let found = places[line] { return found }
    places[line] = counts.count
    counts.append(
      TypeCount(key: key, title: title.string, form: form, parent: parent, firstFile: file))
    return counts.count - 1
  }

  /// Remembers what nodes are called; those of several formats are just nodes.
  private mutating func note(_ kind: StaticString?) {
    guard let kind else { return }
    if files.isEmpty { nodeKind = kind } else if !nodeKind.isSame(as: kind) { nodeKind = "node" }
  }

  /// Adds what was counted in other files, behind those that were counted here.
  package mutating func add(_ other: Inventory) {
    note(other.nodeKind)
    let first = files.count
    files += other.files
    for count in other.counts {
      let key = Key(key: count.key, title: count.title, form: count.form)
      if let place = places[key] {
        counts[place].count &+= count.count
        counts[place].files &+= count.files
        counts[place].notUnderstood &+= count.notUnderstood
        if counts[place].firstNotUnderstood == nil {
          counts[place].firstNotUnderstood = count.firstNotUnderstood.map { $0 + first }
        }
        counts[place].bytes += count.bytes
      } else {
        places[key] = counts.count
        var copy = TypeCount(
          key: count.key, title: count.title, form: count.form, parent: count.parent,
          firstFile: count.firstFile + first)
        copy.count = count.count
        copy.files = count.files
        copy.notUnderstood = count.notUnderstood
        copy.firstNotUnderstood = count.firstNotUnderstood.map { $0 + first }
        copy.bytes = count.bytes
        counts.append(copy)
      }
    }
  }

  /// Adds up the bits of bytes and of what is left over.
  private struct Sink: FieldSink {
    var gaps = 0
    var opaque = 0

    mutating func field(_ field: borrowing FieldReading) {
      if field.isGap {
        gaps &+= field.extent.count
      } else if field.isBytes {
        opaque &+= field.extent.count
      }
    }

    mutating func table(_ table: borrowing TableReading) {}
  }
}
