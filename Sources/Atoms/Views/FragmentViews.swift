import ByteReading
import Structure

/// How long a movie is with its fragments (14496-12 §8.8.2).
package enum MovieExtendsHeader: FieldView {
  package static let table: StaticString = "mehd"
  package enum Field: String, CaseIterable, Sendable { case fragment_duration }
}

/// What samples of fragments have by default (14496-12 §8.8.3).
package enum TrackExtends: FieldView {
  package static let table: StaticString = "trex"
  package enum Field: String, CaseIterable, Sendable {
    case track_ID, default_sample_description_index, default_sample_duration, default_sample_size,
      default_sample_flags
  }
}

/// The number of a fragment (14496-12 §8.8.5).
package enum MovieFragmentHeader: FieldView {
  package static let table: StaticString = "mfhd"
  package enum Field: String, CaseIterable, Sendable { case sequence_number }
}

/// What samples of one track have by default in a fragment (14496-12 §8.8.7).
package enum TrackFragmentHeader: FieldView {
  package static let table: StaticString = "tfhd"
  package enum Field: String, CaseIterable, Sendable {
    case flags, track_ID, base_data_offset, sample_description_index, default_sample_duration,
      default_sample_size, default_sample_flags
  }
}

extension TrackFragmentHeader {
  /// What offsets in the `traf` at `index` count from, in bytes of the file; `nil` where that is the end of the data of
  /// another.
  static func base(of index: NodeIndex, in document: Document) -> UInt64? {
    let tree = document.tree
    guard let moof = tree.ancestor("moof", of: index) else { return nil }
    if let tfhd = tree.child("tfhd", of: index) {
      let header = document.view(TrackFragmentHeader.self, of: tfhd)
      if let given = header.number(.base_data_offset) { return given }
      // Without the flag default-base-is-moof only the first track counts from the fragment's start (14496-12 §8.8.7.1).
      if (header.number(.flags) ?? 0) & 0x2_0000 == 0, tree.child("traf", of: moof) != index { return nil }
    }
    return tree[moof].start
  }
}

/// Samples that lie one behind another (14496-12 §8.8.8).
package enum TrackRun: FieldView {
  package static let table: StaticString = "trun"
  package enum Field: String, CaseIterable, Sendable {
    case flags, sample_count, data_offset, first_sample_flags, samples, sample_duration,
      sample_size, sample_flags, sample_composition_time_offset
  }
}

/// When the samples of a fragment begin (14496-12 §8.8.12).
package enum DecodeTime: FieldView {
  package static let table: StaticString = "tfdt"
  package enum Field: String, CaseIterable, Sendable { case baseMediaDecodeTime }
}

/// Where the segments of a stream lie (14496-12 §8.16.3).
package enum SegmentIndex: FieldView {
  package static let table: StaticString = "sidx"
  package enum Field: String, CaseIterable, Sendable {
    case reference_ID, timescale, earliest_presentation_time, first_offset, reference_count, references,
      reference_type, referenced_size, subsegment_duration
  }
}

/// Where fragments with sync samples lie (14496-12 §8.8.10).
package enum RandomAccess: FieldView {
  package static let table: StaticString = "tfra"
  package enum Field: String, CaseIterable, Sendable {
    case track_ID, number_of_entry, entries, time, moof_offset
  }
}

/// Which tracks the levels of a presentation are of (14496-12 §8.8.13).
package enum LevelAssignment: FieldView {
  package static let table: StaticString = "leva"
  package enum Field: String, CaseIterable, Sendable { case track_ID }
}

/// The track that is announced to have certain properties in its fragments (14496-12 §8.8.15).
package enum TrackExtensionProperties: FieldView {
  package static let table: StaticString = "trep"
  package enum Field: String, CaseIterable, Sendable { case track_ID }
}

/// How long the random access tables are (14496-12 §8.8.11).
package enum RandomAccessOffset: FieldView {
  package static let table: StaticString = "mfro"
  package enum Field: String, CaseIterable, Sendable { case parent_size }
}

/// What happens at a time (23009-1 §5.10.3.3).
package enum EventMessage: FieldView {
  package static let table: StaticString = "emsg"
  package enum Field: String, CaseIterable, Sendable {
    case scheme_id_uri, value, timescale, presentation_time_delta, presentation_time,
      event_duration, id, message_data
  }
}

/// When a fragment was made (14496-12 §8.16.5).
package enum ProducerTime: FieldView {
  package static let table: StaticString = "prft"
  package enum Field: String, CaseIterable, Sendable {
    case reference_track_ID, ntp_timestamp, media_time
  }
}
