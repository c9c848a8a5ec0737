public import ByteReading
public import Structure

/// Which properties items have (14496-12 §8.11.14): the one reading of `ipma`.
public struct ItemAssociations: Sendable {
  /// One property that an item has.
  public struct Association: Sendable {
    /// The item that the property is given to.
    public let item: UInt64
    /// From 1; 0 for none.
    public let property: UInt64
    /// Whether who does not know the property must not show the item.
    public let isEssential: Bool
    /// Where it is written.
    public let place: Extent
  }

  /// All of them in the order of the box.
  public private(set) var all: [Association] = []
  private let share: MemoryShare
  /// Associations that a check keeps.
  public static let usualLimit = 1 << 20

  /// Reads the `ipma` at `index`, of its associations the first `limit`.
  ///
  /// - Complexity: O(*n*) in their number.
  ///
  /// - Parameters:
  ///   - index: The `ipma`.
  ///   - document: The file.
  ///   - limit: How many associations are kept.
  public init(_ index: NodeIndex, in document: Document, limit: Int = ItemAssociations.usualLimit) {
    var walker = Walker()
    share = MemoryShare(
      document.memory, for: "there is no memory for all properties that items have")
    var sink = Sink(limit: limit, share)
    document.walk(index, &walker, into: &sink)
    all = sink.found
  }

  /// The numbers, from 1, of the properties that each of `items` is given where it is listed first;
  /// those that are not listed are left out.
  ///
  /// - Complexity: O(*n*) in the number of associations.
  ///
  /// - Parameter items: The IDs of the items that are asked for.
  /// - Returns: The numbers by the ID of the item.
  public func properties(of items: Set<UInt64>) -> [UInt64: [Int]] {
    var found: [UInt64: [Int]] = [:]
    var last: UInt64?
    var isFirst = false
    for association in all {
      if association.item != last {
        last = association.item
        isFirst = items.contains(association.item) && found[association.item] == nil
      }
      if isFirst {
        found[association.item, default: []].append(Int(clamping: association.property))
      }
    }
    return found
  }

  private struct Sink: FieldSink {
    var found: [Association] = []
    private(set) var limit: Int
    var item: UInt64 = 0
    private let share: MemoryShare
    /// Associations that memory was taken for.
    private var paid = 0

    init(limit: Int, _ share: MemoryShare) {
      self.limit = limit
      self.share = share
    }

    mutating func field(_ field: borrowing FieldReading) {
      if field.is(.item_ID, in: PropertyAssociation.self) { item = field.raw }
    }

    mutating func table(_ table: borrowing TableReading) {
      guard table.is(.associations, in: PropertyAssociation.self),
        let essential = table.column(.essential, in: PropertyAssociation.self),
        let property = table.column(.property_index, in: PropertyAssociation.self)
      else { return }
      while found.count + table.count > paid, paid < limit {
        // An array has room for twice as many.
        if share.grow(by: 2_048 * MemoryLayout<Association>.stride) {
          paid += 1_024
        } else {
          limit = found.count
        }
      }
      for row in 0..<table.count where found.count < limit {
        found.append(
          Association(
            item: item, property: table.raw(row: row, column: property),
            isEssential: table.raw(row: row, column: essential) == 1,
            place: table.extent(ofRow: row)))
      }
    }
  }
}

extension FourCC {
  /// Whether a property of this type turns, mirrors or crops a picture, or chooses a layer of it: who does not know it
  /// must not show the picture without it.
  package var isPictureChange: Bool { isListed(in: "irot imir clap lsel a1op") }
}
