public import ByteReading

/// The fields of a box that code consults: an enum spelled as the specification spells them.
///
/// A view stands beside the family of its table and is listed by the catalogue. When a table is
/// lowered its view's names are looked up in the rows, once; from then on reading a field is a slot
/// and a load. A name that no row has ends the program there, and a test that walks all views names
/// view, table and field.
///
/// ```swift
/// enum TrackFragmentHeader: FieldView {
///   static let table: StaticString = "tfhd"
///   enum Field: String, CaseIterable { case flags, track_ID, base_data_offset }
/// }
///
/// let header = reader.view(TrackFragmentHeader.self, of: node)
/// header.number(.track_ID)
/// ```
///
/// A table has one view at most.
public protocol FieldView: SendableMetatype {
  /// The fields, tables and columns that are consulted; at most 256.
  associatedtype Field: CaseIterable, Hashable, RawRepresentable, Sendable
  where Field.RawValue == String

  /// The types of the tables it reads, as the tables write them, separated by spaces; for a table of
  /// a `uuid` its sixteen bytes as the table writes them.
  static var table: StaticString { get }
  /// Families all of whose tables it reads, whatever their types.
  static var families: [any SyntaxFamily.Type] { get }
  /// The types that its tables stand in, separated by spaces, of which each table names one as its
  /// parent; empty when the types alone say which tables are meant.
  static var parents: StaticString { get }
  /// Fields that some of its tables lack, and that one has.
  static var partial: [Field] { get }

  /// Whether each field's position is what `CaseOrdinal` says. Views leave it as it is.
  static var isOrdered: Bool { get }
  /// The names of the fields in their order, and whether some tables may lack them. Views leave it as
  /// it is.
  ///
  /// It is asked for with each table that is lowered. As a requirement it is compiled for each view,
  /// where the cases are known; one function for all of them would look its types up at run time,
  /// which costs more than lowering.
  static var names: [(text: String, isPartial: Bool)] { get }
}

extension FieldView {
  /// None: the view reads the table of its type in the families of its own catalogue.
  public static var families: [any SyntaxFamily.Type] { [] }
  /// Empty: the table is the same wherever the node stands.
  public static var parents: StaticString { "" }
  /// None: each field is in each table that the view reads.
  @inlinable public static var partial: [Field] { [] }

  /// Whether the fields are a plain enum of at most 256 cases.
  @inlinable public static var isOrdered: Bool { CaseOrdinal.holds(for: Field.self) }

  /// The names of all fields, and which of them some tables lack.
  @inlinable public static var names: [(text: String, isPartial: Bool)] {
    let partial = partial
    var names: [(text: String, isPartial: Bool)] = []
    for field in Field.allCases {
      names.append((field.rawValue, partial.contains { $0 == field }))
    }
    return names
  }

  fileprivate static var id: ObjectIdentifier { ObjectIdentifier(Self.self) }

  /// A field, for what takes fields of many views: ``Examination``.
  ///
  /// - Parameter field: The field.
  /// - Returns: The field, with what it is called.
  public static subscript(_ field: Field) -> ViewedField {
    ViewedField(view: id, field: CaseOrdinal.of(field), name: field.rawValue)
  }
}

/// A field of some ``FieldView``.
public struct ViewedField: Sendable {
  let view: ObjectIdentifier
  /// Where it stands among the fields of its view.
  let field: Int
  /// What the specification calls it.
  public let name: String
}

/// The slots that the fields of a view have in one table.
final class ViewSlots: Sendable {
  /// The view.
  let view: ObjectIdentifier
  /// By field, in the order of the view's declaration; ``Step/noSlot`` for one that the table lacks.
  let slots: [UInt16]
  /// Where rows stand that are in the same place in each box of a version and flags.
  let places: FixedPlaces
  /// The part of `places` that holds each field, -1 for none.
  let parts: [Int16]

  /// - Precondition: The view is ours. A name that no row has ends the program.
  init(
    _ view: any FieldView.Type, of table: StaticString, places: FixedPlaces, in lowering: borrowing Lowering
  ) {
    precondition(view.isOrdered, "\(view): its fields are not a plain enum of at most 256 cases")
    self.view = view.id
    self.places = places
    let names = view.names
    var slots: [UInt16] = []
    slots.reserveCapacity(names.count)
    for (name, isPartial) in names {
      let found = lowering.slot(named: name)
      if found == nil, !isPartial {
        preconditionFailure("\(view): no row of '\(table)' is called '\(name)'")
      }
      slots.append(found ?? Step.noSlot)
    }
    self.slots = slots
    parts = slots.map { places.part(ofSlot: $0) }
  }
}

/// The views of a catalogue, by the tables that they read.
struct ViewList: Sendable {
  let views: [any FieldView.Type]
  private var types: [(type: FourCC, view: Int)] = []
  /// Types as tables write them that stand for many, and the sixteen bytes of others.
  private var forms: [(form: Substring, view: Int)] = []
  private var families: [(family: Int, view: Int)] = []

  init(_ views: [any FieldView.Type], families: [any SyntaxFamily.Type]) {
    self.views = views
    for (place, view) in views.enumerated() {
      add(view.table, place)
      for wanted in view.families {
        guard let number = families.firstIndex(where: { $0 == wanted }) else {
          preconditionFailure("\(view): \(wanted) is no family of its catalogue")
        }
        self.families.append((number, place))
      }
    }
  }

  /// Adds the types of a list.
  private mutating func add(_ list: StaticString, _ view: Int) {
    let bytes = list.rawBytes
    var at = 0
    // Nearly all are four characters that stand for themselves; a catalogue is made at each start.
    while at + 4 <= bytes.byteCount, let word = bytes.bigEndian32(at: at),
      !(0..<4).contains(where: { Self.isPlain(bytes.byte(at: at + $0)) == false }),
      at + 4 == bytes.byteCount || bytes.byte(at: at + 4) == UInt8(ascii: " ")
    {
      types.append((FourCC(word), view))
      at += 5
    }
    guard at < bytes.byteCount else { return }
    let rest = bytes.extracting(at..<bytes.byteCount)
    for word in String(copying: rest).split(separator: " ") {
      if let type = FourCC(key: word) {
        types.append((type, view))
      } else {
        forms.append((word, view))
      }
    }
  }

  /// Whether a byte stands for itself in a list of types.
  private static func isPlain(_ byte: UInt8?) -> Bool {
    byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "@") && byte != UInt8(ascii: " ")
  }

  /// The view of a table, in a family.
  func view(of table: Syntax, type: FourCC, family: Int) -> (any FieldView.Type)? {
    if type.rawValue != 0, type != .uuid {
      for entry in types where entry.type == type && isMeant(table, entry.view) {
        return views[entry.view]
      }
    } else {
      let form = type == .uuid ? table.extendedType : table.code
      for entry in forms where entry.form.isSame(as: form) && isMeant(table, entry.view) {
        return views[entry.view]
      }
    }
    for entry in families where entry.family == family && isMeant(table, entry.view) {
      return views[entry.view]
    }
    return nil
  }

  /// Whether a table stands where a view says.
  private func isMeant(_ table: Syntax, _ view: Int) -> Bool {
    let parents = views[view].parents
    return parents.isEmpty || parents.codes.contains { $0.isListed(in: table.parents) }
  }

  /// What is wrong with the views, a sentence each; empty when each name of each is a row's.
  func faults(in tables: [(program: Program, type: FourCC, family: Int)]) -> [String] {
    var faults: [String] = []
    var lacking: [Int: [[String]]] = [:]
    for (program, type, family) in tables {
      guard let view = view(of: program.syntax, type: type, family: family),
        let place = views.firstIndex(where: { $0 == view })
      else { continue }
      var missing: [String] = []
      for (name, isPartial) in view.names where program.slot(named: name) == nil {
        missing.append(name)
        if !isPartial {
          faults.append("\(view): no row of '\(program.syntax.code)' is called '\(name)'")
        }
      }
      lacking[place, default: []].append(missing)
    }
    for (place, view) in views.enumerated() {
      if !view.isOrdered { faults.append("\(view): its fields are not a plain enum") }
      guard let lists = lacking[place] else {
        faults.append("\(view): there is no table '\(view.table)'")
        continue
      }
      for (name, isPartial) in view.names where isPartial {
        if lists.allSatisfy({ $0.contains(name) }) {
          faults.append("\(view): no row of any of its tables is called '\(name)'")
        }
      }
    }
    return faults
  }
}
