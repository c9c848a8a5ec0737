import ByteReading
import Structure

/// The types of the nodes of a page with their titles, and what their tables declare as identities, which nodes
/// have by number.
struct PageKinds: ~Copyable {
  private let document: Document
  private var text = PageRecords()
  /// The types and titles that have a number, and these by them where they are too many to look through.
  private var known: [String] = []
  private var numbers: [String: Int] = [:]
  /// Of each table what the nodes are that it describes, as far as it was asked for.
  private var ofTables: [(type: FourCC, number: Int)] = []
  /// The type of the node that was asked for last and is not known by its table.
  private(set) var type = ByteWriter()
  private var title = ByteWriter()

  private static let searchLimit = 64

  init(_ document: Document) {
    self.document = document
    text.openArray()
  }

  /// The bytes that they take.
  var count: Int { text.output.count }

  consuming func finish() -> ByteWriter {
    text.closeArray()
    return text.finish()
  }

  /// The number of the kind of the node at `index`.
  mutating func number(of index: NodeIndex, _ node: Node) -> Int {
    // What the table of one type says of a node it says of all.
    let isPlain = node.marks.isDisjoint(with: .nameless) && node.type != .uuid
    let table = Int(node.table)
    if isPlain, table < ofTables.count, ofTables[table].number >= 0, ofTables[table].type == node.type {
      return ofTables[table].number
    }
    type.removeAll()
    document.put(shownTypeOf: node, to: &type)
    title.removeAll()
    document.put(titleOf: index, to: &title)
    let program = document.tree.program(of: node)
    let identities = program?.syntax.identities ?? ""
    let number = number(of: type.string + "\n" + title.string + "\n" + identities.description, identities)
    if isPlain, let program, !program.isForManyTypes {
      while ofTables.count <= table { ofTables.append((FourCC(0), -1)) }
      ofTables[table] = (node.type, number)
    }
    return number
  }

  /// The number of a type, its title and its identities, which get one where they have none.
  private mutating func number(of key: String, _ identities: StaticString) -> Int {
    let isSearched = known.count <= Self.searchLimit
    if let number = isSearched ? known.firstIndex(of: key) : numbers[key] { return number }
    let number = known.count
    known.append(key)
    if known.count > Self.searchLimit {
      if numbers.isEmpty { for (number, key) in known.enumerated() { numbers[key] = number } }
      numbers[key] = number
    }
    text.element(.tight)
    text.openArray()
    text.element(.tight)
    text.put(escaped: type)
    text.element(.tight)
    text.put(escaped: title)
    if !identities.isEmpty {
      text.element(.tight)
      text.put(word: identities)
    }
    text.closeArray()
    return number
  }
}
