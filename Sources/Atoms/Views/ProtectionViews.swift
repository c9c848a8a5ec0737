import Structure

/// The type that a protected sample entry had (14496-12 §8.12.3).
package enum OriginalFormat: FieldView {
  package static let table: StaticString = "frma"
  package enum Field: String, CaseIterable, Sendable { case data_format }
}

/// How media is protected (14496-12 §8.12.6).
package enum SchemeType: FieldView {
  package static let table: StaticString = "schm"
  package enum Field: String, CaseIterable, Sendable { case scheme_type, scheme_version }
}

/// How the samples of a track are encrypted (23001-7 §8.2).
package enum TrackEncryption: FieldView {
  package static let table: StaticString = "tenc"
  package enum Field: String, CaseIterable, Sendable {
    case version, default_crypt_byte_block, default_skip_byte_block, default_isProtected,
      default_Per_Sample_IV_Size, default_KID, default_constant_IV_size
  }
}

/// The initialisation vectors of samples (23001-7 §7.2).
package enum SampleEncryption: FieldView {
  package static let table: StaticString = "senc"
  package enum Field: String, CaseIterable, Sendable { case flags, sample_count }
}
