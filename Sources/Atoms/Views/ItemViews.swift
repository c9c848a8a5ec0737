import Structure

/// Where items lie (14496-12 §8.11.3).
package enum ItemLocation: FieldView {
  package static let table: StaticString = "iloc"
  package enum Field: String, CaseIterable, Sendable {
    case item_ID, construction_method, data_reference_index, base_offset, extents,
      item_reference_index, extent_offset, extent_length, item_count
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
    case flags, item_ID, item_protection_index, item_type, item_name, content_type, content_encoding, item_uri_type
  }
}

/// What a box of JUMBF is called (19566-5 §A.3).
package enum JUMBFDescription: FieldView {
  package static let table: StaticString = "jumd"
  package enum Field: String, CaseIterable, Sendable { case TOGGLES, LABEL }
}

/// The size of a picture of JPEG 2000 (15444-1 §I.5.3.1).
package enum JPEG2000Header: FieldView {
  package static let table: StaticString = "ihdr"
  package enum Field: String, CaseIterable, Sendable { case HEIGHT, WIDTH, BPC }
}

/// What a box holds that is compressed with Brotli (18181-2 §9.4).
package enum BrotliBox: FieldView {
  package static let table: StaticString = "brob"
  package enum Field: String, CaseIterable, Sendable { case original_type }
}

/// What a box of content credentials is for (C2PA §A.5).
package enum CredentialsBox: FieldView {
  package static let table: StaticString = "D8FEC3D6-1B0E-483C-9297-5828877EC481"
  package enum Field: String, CaseIterable, Sendable { case box_purpose }
}

/// Which properties items have (14496-12 §8.11.14).
package enum PropertyAssociation: FieldView {
  package static let table: StaticString = "ipma"
  package enum Field: String, CaseIterable, Sendable {
    case version, flags, entry_count, item_ID, associations, essential, property_index
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

/// What an item refers to (14496-12 §8.11.12).
package enum ItemReference: FieldView {
  package static let table: StaticString = "*"
  package static let parents: StaticString = "iref"
  package enum Field: String, CaseIterable, Sendable { case from_item_ID, to_item_ID }
}

/// What belongs together (14496-12 §8.18.3): groups of all kinds, also of those with a table of their own, which say
/// more behind the list of entities.
package enum EntityGroup: FieldView {
  package static let table: StaticString = "acgl amgl opeg pymd swtk *"
  package static let parents: StaticString = "grpl"
  package enum Field: String, CaseIterable, Sendable { case group_id, entity_ids }
}

/// How large an image is that is made of others (23008-12 §6.6.2).
package enum DerivedImage: FieldView {
  package static let table: StaticString = "grid iovl"
  package static let partial: [Field] = [.rows_minus_one, .columns_minus_one, .offsets]
  package enum Field: String, CaseIterable, Sendable {
    case rows_minus_one, columns_minus_one, output_width, output_height, offsets
  }
}

/// How many bits the channels of an image have (23008-12 §6.5.6).
package enum PixelInformation: FieldView {
  package static let table: StaticString = "pixi"
  package enum Field: String, CaseIterable, Sendable { case bits_per_channel }
}

/// How far an image is turned (23008-12 §6.5.10).
package enum ImageRotation: FieldView {
  package static let table: StaticString = "irot"
  package enum Field: String, CaseIterable, Sendable { case angle }
}

/// Which sides of an image are exchanged (23008-12 §6.5.12).
package enum ImageMirror: FieldView {
  package static let table: StaticString = "imir"
  package enum Field: String, CaseIterable, Sendable { case axis }
}

/// What an image is that goes with another (23008-12 §6.5.8).
package enum AuxiliaryType: FieldView {
  package static let table: StaticString = "auxC"
  package enum Field: String, CaseIterable, Sendable { case aux_type }
}

/// A value of iTunes or QuickTime (QTFF, Value Atom).
package enum ValueAtom: FieldView {
  package static let table: StaticString = "data"
  package static let partial: [Field] = [
    .type_set, .type, .country, .language, .value, .index, .total, .x, .y, .width, .height,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case type_set, type, country, language, value, index, total, x, y, width, height
  }
}

/// Who gave an item its name (iTunes).
package enum MetadataNamespace: FieldView {
  package static let table: StaticString = "mean"
  package enum Field: String, CaseIterable, Sendable { case meaning }
}

/// A name (iTunes; QTFF, Name Atom).
package enum NameText: FieldView {
  package static let table: StaticString = "name"
  package static let partial: [Field] = [.name]
  package enum Field: String, CaseIterable, Sendable { case name }
}

/// Languages that values may be in (QTFF, Language List Atom).
package enum MetadataLanguages: FieldView {
  package static let table: StaticString = "lang"
  package enum Field: String, CaseIterable, Sendable { case language }
}

/// Countries that values may be for (QTFF, Country List Atom).
package enum MetadataCountries: FieldView {
  package static let table: StaticString = "ctry"
  package enum Field: String, CaseIterable, Sendable { case country }
}

/// Where an ID3v2 tag begins (ID3v2 in MP4).
package enum TagBox: FieldView {
  package static let table: StaticString = "ID32"
  package enum Field: String, CaseIterable, Sendable { case ID3v2data }
}
