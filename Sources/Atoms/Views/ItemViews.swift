import Structure

/// Where items lie (14496-12 §8.11.3).
package enum ItemLocation: FieldView {
  package static let table: StaticString = "iloc"
  package enum Field: String, CaseIterable, Sendable {
    case item_ID, construction_method, data_reference_index, base_offset, extents,
      item_reference_index, extent_offset, extent_length
  }
}

/// The item that stands for the whole (14496-12 §8.11.4).
package enum PrimaryItem: FieldView {
  package static let table: StaticString = "pitm"
  package enum Field: String, CaseIterable, Sendable { case item_ID }
}

/// The list of items (14496-12 §8.11.6).
package enum ItemInformation: FieldView {
  package static let table: StaticString = "iinf"
  package enum Field: String, CaseIterable, Sendable { case entry_count }
}

/// What an item is (14496-12 §8.11.6).
package enum ItemEntry: FieldView {
  package static let table: StaticString = "infe"
  package enum Field: String, CaseIterable, Sendable {
    case item_ID, item_protection_index, item_type, item_name, content_type
  }
}

/// Which properties items have (14496-12 §8.11.14).
package enum PropertyAssociation: FieldView {
  package static let table: StaticString = "ipma"
  package enum Field: String, CaseIterable, Sendable {
    case item_ID, associations, essential, property_index
  }
}

/// Which items refer to others (14496-12 §8.11.12).
package enum ItemReferences: FieldView {
  package static let table: StaticString = "iref"
  package enum Field: String, CaseIterable, Sendable { case version }
}

/// The size of an image (23008-12 §6.5.3).
package enum ImageSize: FieldView {
  package static let table: StaticString = "ispe"
  package enum Field: String, CaseIterable, Sendable { case image_width, image_height }
}

/// The names of metadata items (QTFF, Metadata Item Keys).
package enum MetadataKeys: FieldView {
  package static let table: StaticString = "keys"
  /// What `mebx` has of this type holds boxes (14496-12 §12.9.4).
  package static let partial: [Field] = [.entry_count, .entries, .key_value]
  package enum Field: String, CaseIterable, Sendable { case entry_count, entries, key_value }
}
