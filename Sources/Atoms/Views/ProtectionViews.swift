import Structure

/// The type that a protected sample entry had (14496-12 §8.12.3).
package enum OriginalFormat: FieldView {
  package static let table: StaticString = "frma"
  package enum Field: String, CaseIterable, Sendable { case data_format }
}

/// How media is protected (14496-12 §8.12.6).
package enum SchemeType: FieldView {
  package static let table: StaticString = "schm"
  package enum Field: String, CaseIterable, Sendable { case scheme_type, scheme_version, scheme_uri }
}

/// How the samples of a track are encrypted (23001-7 §8.2).
package enum TrackEncryption: FieldView {
  package static let table: StaticString = "tenc"
  package enum Field: String, CaseIterable, Sendable {
    case version, default_crypt_byte_block, default_skip_byte_block, default_isProtected,
      default_Per_Sample_IV_Size, default_KID, default_constant_IV_size
  }
}

/// How the samples of a track are encrypted in files from before there was a `tenc` (PIFF 1.1 §5.3.3).
package enum OlderTrackEncryption: FieldView {
  package static let table: StaticString = "8974DBCE-7BE7-4C51-84F9-7148F9882554"
  package enum Field: String, CaseIterable, Sendable { case default_IV_size, default_KID }
}

/// The initialisation vectors of samples (23001-7 §7.2).
package enum SampleEncryption: FieldView {
  package static let table: StaticString = "senc A2394F52-5A9B-4F14-A244-6C427C648DF4"
  package static let partial: [Field] = [.IV_size]
  package enum Field: String, CaseIterable, Sendable { case flags, IV_size, sample_count }
}

/// What one system of protection needs (23001-7 §8.1.1; PIFF 1.1 §5.3.1).
package enum ProtectionSystemBox: FieldView {
  package static let table: StaticString = "pssh D08A4F18-10F3-4A82-B6C8-32D8ABA183D3"
  package static let partial: [Field] = [
    .KIDs, .key_id, .provider, .content_id, .policy, .protection_scheme, .crypto_period_index,
    .WRMHEADER,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case SystemID, KIDs, DataSize, key_id, provider, content_id, policy, protection_scheme,
      crypto_period_index, WRMHEADER
  }
}

/// Who bought what (FairPlay).
package enum FairPlayRights: FieldView {
  package static let table: StaticString = "righ"
  package enum Field: String, CaseIterable, Sendable { case right, value }
}
