import ByteReading

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

  /// The types of the tables it reads, as the tables write them, separated by spaces.
  static var table: StaticString { get }
  /// Families all of whose tables it reads, whatever their types.
  static var families: [any SyntaxFamily.Type] { get }
  /// Fields that some of its tables lack, and that one has.
  static var partial: [Field] { get }
}

extension FieldView {
  public static var families: [any SyntaxFamily.Type] { [] }
  public static var partial: [Field] { [] }

  /// Whether each field's position is what ``CaseOrdinal`` says.
  fileprivate static var isOrdered: Bool { CaseOrdinal.holds(for: Field.self) }

  /// The names of the fields in their order, and whether some tables may lack them.
  fileprivate static var names: [(text: String, isPartial: Bool)] {
    let partial = partial
    return Field.allCases.map { ($0.rawValue, partial.contains($0)) }
  }

  fileprivate static var id: ObjectIdentifier { ObjectIdentifier(Self.self) }
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
    _ view: any FieldView.Type, of table: StaticString, places: FixedPlaces,
    slot: (String) -> UInt16?
  ) {
    precondition(view.isOrdered, "\(view): its fields are not a plain enum of at most 256 cases")
    self.view = view.id
    self.places = places
    var slots: [UInt16] = []
    for (name, isPartial) in view.names {
      let found = slot(name)
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
  private let views: [any FieldView.Type]
  private var types: [(type: FourCC, view: Int)] = []
  private var families: [(family: Int, view: Int)] = []

  init(_ views: [any FieldView.Type], families: [any SyntaxFamily.Type]) {
    self.views = views
    for (place, view) in views.enumerated() {
      Self.each(of: view.table) { types.append(($0, place)) }
      for wanted in view.families {
        guard let number = families.firstIndex(where: { $0 == wanted }) else {
          preconditionFailure("\(view): \(wanted) is no family of its catalogue")
        }
        self.families.append((number, place))
      }
    }
  }

  /// Calls `body` with the types of a list.
  private static func each(of list: StaticString, _ body: (FourCC) -> Void) {
    let bytes = list.rawBytes
    var at = 0
    // Nearly all are four characters that stand for themselves; a catalogue is made at each start.
    while at + 4 <= bytes.byteCount, let word = bytes.bigEndian32(at: at),
      !(0..<4).contains(where: { bytes.byte(at: at + $0) == UInt8(ascii: "\\") })
    {
      body(FourCC(word))
      at += 5
    }
    guard at < bytes.byteCount else { return }
    for type in list.codes.dropFirst(at / 5) { body(type) }
  }

  /// The view of the tables of a type, in a family.
  func view(ofType type: FourCC, family: Int) -> (any FieldView.Type)? {
    if type.rawValue != 0 {
      for entry in types where entry.type == type { return views[entry.view] }
    }
    for entry in families where entry.family == family { return views[entry.view] }
    return nil
  }

  /// What is wrong with the views, a sentence each; empty when each name of each is a row's.
  func faults(in tables: [(program: Program, type: FourCC, family: Int)]) -> [String] {
    var faults: [String] = []
    var lacking: [Int: [[String]]] = [:]
    for (program, type, family) in tables {
      guard let view = view(ofType: type, family: family),
        let place = views.firstIndex(where: { $0 == view })
      else { continue }
      var missing: [String] = []
      for (name, isPartial) in view.names where program.slot(named: name) == nil {
        missing.append(name)
        if !isPartial { faults.append("\(view): no row of '\(program.syntax.code)' is called '\(name)'") }
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
