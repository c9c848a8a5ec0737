import Structure

/// The list of sample entries (14496-12 §8.5.2).
package enum SampleDescriptions: FieldView {
  package static let table: StaticString = "stsd"
  package enum Field: String, CaseIterable, Sendable { case version, entry_count }
}

/// How long samples last (14496-12 §8.6.1.2).
package enum TimeToSample: FieldView {
  package static let table: StaticString = "stts"
  package enum Field: String, CaseIterable, Sendable {
    case entry_count, entries, sample_count, sample_delta
  }
}

/// How much later samples are shown than decoded (14496-12 §8.6.1.3).
package enum CompositionOffsets: FieldView {
  package static let table: StaticString = "ctts"
  package enum Field: String, CaseIterable, Sendable {
    case version, entry_count, entries, sample_count, sample_offset
  }
}

/// How far samples are shown from where they are decoded (14496-12 §8.6.1.4).
package enum CompositionRange: FieldView {
  package static let table: StaticString = "cslg"
  package enum Field: String, CaseIterable, Sendable {
    case leastDecodeToDisplayDelta, greatestDecodeToDisplayDelta
  }
}

/// The samples that decoding can begin with (14496-12 §8.6.2; QTFF, Partial Sync Sample Atom).
package enum SyncSamples: FieldView {
  package static let table: StaticString = "stss stps"
  package enum Field: String, CaseIterable, Sendable { case entry_count, entries, sample_number }
}

/// How many bytes samples have (14496-12 §8.7.3).
package enum SampleSizes: FieldView {
  package static let table: StaticString = "stsz stz2"
  package static let partial: [Field] = [.sample_size]
  package enum Field: String, CaseIterable, Sendable {
    case sample_size, sample_count, entries, entry_size
  }
}

/// Which samples are in which chunk (14496-12 §8.7.4).
package enum SampleToChunk: FieldView {
  package static let table: StaticString = "stsc"
  package enum Field: String, CaseIterable, Sendable {
    case entry_count, entries, first_chunk, samples_per_chunk, sample_description_index
  }
}

/// Where chunks begin (14496-12 §8.7.5).
package enum ChunkOffsets: FieldView {
  package static let table: StaticString = "stco co64"
  package enum Field: String, CaseIterable, Sendable { case entry_count, entries, chunk_offset }
}

/// Which samples depend on others (14496-12 §8.6.4).
package enum SampleDependencies: FieldView {
  package static let table: StaticString = "sdtp"
  package enum Field: String, CaseIterable, Sendable {
    case entries, sample_depends_on, sample_is_depended_on, sample_has_redundancy
  }
}

/// How many bytes of auxiliary information samples have (14496-12 §8.7.8).
package enum AuxiliarySizes: FieldView {
  package static let table: StaticString = "saiz"
  package enum Field: String, CaseIterable, Sendable {
    case flags, aux_info_type, default_sample_info_size, sample_count, entries, sample_info_size
  }
}

/// Where the auxiliary information of samples lies (14496-12 §8.7.9).
package enum AuxiliaryOffsets: FieldView {
  package static let table: StaticString = "saio"
  package enum Field: String, CaseIterable, Sendable {
    case aux_info_type, entry_count, entries, offset
  }

  /// What is needed to decrypt samples (23001-7 §7.1): the type of the scheme.
  package static let typesOfEncryption: StaticString = "cenc cbc1 cens cbcs"
}

/// Which group samples belong to (14496-12 §8.9.2).
package enum SampleToGroup: FieldView {
  package static let table: StaticString = "sbgp"
  package enum Field: String, CaseIterable, Sendable {
    case grouping_type, entry_count, entries, sample_count, group_description_index
  }
}

/// Which group samples belong to, as patterns (14496-12 §8.9.5).
package enum CompactSampleToGroup: FieldView {
  package static let table: StaticString = "csgp csgm"
  package enum Field: String, CaseIterable, Sendable {
    case grouping_type, patterns, pattern_length, sample_count,
      indices, sample_group_description_index
  }
}

/// What the groups of samples are (14496-12 §8.9.3).
package enum SampleGroupDescription: FieldView {
  package static let table: StaticString = "sgpd"
  package enum Field: String, CaseIterable, Sendable {
    case grouping_type, default_group_description_index, entry_count, entries
  }
}
