import Structure

/// What a movie says of itself (14496-12 §8.2.2).
package enum MovieHeader: FieldView {
  package static let table: StaticString = "mvhd"
  package enum Field: String, CaseIterable, Sendable {
    case version, creation_time, timescale, duration, rate, matrix, next_track_ID
  }
}

/// What a track says of itself (14496-12 §8.3.2).
package enum TrackHeader: FieldView {
  package static let table: StaticString = "tkhd"
  package enum Field: String, CaseIterable, Sendable {
    case version, flags, track_ID, duration, matrix, width, height
  }
}

/// The edits of a track (14496-12 §8.6.6).
package enum EditListEntries: FieldView {
  package static let table: StaticString = "elst"
  package enum Field: String, CaseIterable, Sendable {
    case version, flags, entry_count, entries, edit_duration, media_time, media_rate_integer,
      media_rate_fraction
  }
}

/// What the media of a track says of itself (14496-12 §8.4.2).
package enum MediaHeader: FieldView {
  package static let table: StaticString = "mdhd"
  package enum Field: String, CaseIterable, Sendable {
    case version, creation_time, timescale, duration, language
  }
}

/// What kind of media a track or a `meta` holds (14496-12 §8.4.3).
package enum HandlerReference: FieldView {
  package static let table: StaticString = "hdlr"
  package enum Field: String, CaseIterable, Sendable { case pre_defined, handler_type, name }
}

/// Where the data of a track may lie (14496-12 §8.7.2).
package enum DataReferenceList: FieldView {
  package static let table: StaticString = "dref"
  package enum Field: String, CaseIterable, Sendable { case entry_count }
}

/// Media data under an identifier (14496-12 §8.1.4).
package enum IdentifiedMediaData: FieldView {
  package static let table: StaticString = "imda"
  package enum Field: String, CaseIterable, Sendable { case imda_identifier, data }
}

/// Where data lies that a track has (14496-12 §8.7.2).
package enum DataEntry: FieldView {
  package static let table: StaticString = "url\\x20 urn\\x20 alis rsrc imdt snim"
  package static let partial: [Field] = [.imda_ref_identifier]
  package enum Field: String, CaseIterable, Sendable { case flags, imda_ref_identifier }
}
