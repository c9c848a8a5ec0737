import ByteReading
import Structure

/// Protected and restricted media (14496-12 §8.12, 23001-7, and older schemes).
enum Protection: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "sinf", "Protection scheme", "14496-12 §8.12.2", identities: "scheme=schm.scheme_type",
      summary: .function(Summaries.protection)
    ) { boxes() },
    // Of a song without protection a shop leaves in it who bought it.
    Syntax("pinf", "Purchase information", "FairPlay") { boxes() },
    Syntax(
      "schm", "Scheme type", "14496-12 §8.12.6", in: "sinf rinf srpp pinf", versions: 0...0,
      summary: .function(Summaries.scheme)
    ) {
      flags([0x1: "URI present"])
      code("scheme_type", .names(ProtectionNames.schemes))
      uint(32, "scheme_version", .hex)
      string(.utf8, .terminated, "scheme_uri", if: .flag(0x1))
    },
    Syntax("schi", "Scheme information", "14496-12 §8.12.7", in: "sinf rinf srpp pinf") { boxes() },

    Syntax(
      "pssh", "Protection system header", "23001-7 §8.1.1", in: "moov moof meta file",
      versions: 0...1, identities: "system=SystemID", summary: .function(Summaries.protectionSystem)
    ) {
      uuid("SystemID", .names(ProtectionNames.systems)).identity
      when(.versionAtLeast(1)) {
        uint(32, "KID_count")
        array(.field("KID_count"), "KIDs", of: uuid("KID"))
      }
      uint(32, "DataSize", .bytes)
      ProtectionPayloads.data()
    },
    Syntax(
      "tenc", "Track encryption", "23001-7 §8.2.1", in: "schi", versions: 0...1,
      summary: .function(Summaries.trackEncryption)
    ) {
      reserved(8)
      reserved(8, if: .version(0))
      uint(4, "default_crypt_byte_block", if: .versionAtLeast(1))
      uint(4, "default_skip_byte_block", if: .versionAtLeast(1))
      uint(8, "default_isProtected", .names([0: "not protected", 1: "protected"]))
      uint(8, "default_Per_Sample_IV_Size", .bytes)
      uuid("default_KID")
      when(
        .all([.equal("default_isProtected", 1), .equal("default_Per_Sample_IV_Size", 0)])
      ) {
        uint(8, "default_constant_IV_size", .bytes)
        bytes(.field("default_constant_IV_size"), "default_constant_IV", .hex)
      }
    },
    Syntax(
      "senc", "Sample encryption", "23001-7 §7.2", in: "traf trak", versions: 0...1,
      summary: .function(Summaries.sampleEncryption)
    ) {
      flags([0x2: "subsamples present"])
      uint(32, "sample_count")
      list(.field("sample_count"), "samples", if: .version(0)) {
        bytes(.context(.perSampleIVSize), "InitializationVector", .hex)
        when(.flag(0x2)) {
          uint(16, "subsample_count")
          table(.field("subsample_count"), "subsamples") {
            uint(16, "BytesOfClearData", .bytes)
            uint(32, "BytesOfProtectedData", .bytes)
          }
        }
      }
      list(.field("sample_count"), "samples", if: .versionAtLeast(1)) {
        uint(16, "multi_IV_count")
        table(.field("multi_IV_count"), "initialization_vectors") {
          uint(16, "multi_subindex_IV")
          bytes(.context(.perSampleIVSize), "IV", .hex)
        }
        uint(32, "subsample_count")
        table(.field("subsample_count"), "subsamples") {
          uint(16, "multi_subindex")
          uint(16, "BytesOfClearData", .bytes)
          uint(32, "BytesOfProtectedData", .bytes)
        }
      }
    },

    // MPEG-4 IPMP
    Syntax("imif", "IPMP information", "14496-12 §8.12.4", in: "sinf", versions: 0...0) {
      descriptors("ipmp_descriptors")
    },
    Syntax("ipmc", "IPMP control", "14496-12 §8.12.5", in: "moov meta", versions: 0...0) {
      descriptor("IPMP_ToolListDescriptor")
      uint(8, "no_of_IPMP_descriptors", if: .remaining(8))
      descriptors("ipmp_descriptors")
    },

    // ISMACryp
    Syntax(
      "iKMS", "Key management system", "ISMACryp §9.1.2", in: "schi", versions: 0...1,
      summary: "{kms_URI}"
    ) {
      uint(32, "kms_ID", if: .versionAtLeast(1))
      uint(32, "kms_version", if: .versionAtLeast(1))
      string(.utf8, .terminated, "kms_URI")
    },
    Syntax("iSFM", "Sample format", "ISMACryp §9.1.3", in: "schi", versions: 0...0) {
      flag("selective_encryption")
      reserved(7)
      uint(8, "key_indicator_length", .bytes)
      uint(8, "IV_length", .bytes)
    },
    Syntax("iSLT", "Salt", "ISMACryp §9.1.4", in: "schi") { uint(64, "salt", .hex) },

    // OMA DRM
    Syntax("odkm", "OMA DRM key management", "OMA DRM §6.3", in: "schi", versions: 0...0) {
      boxes()
    },
    Syntax(
      "ohdr", "OMA DRM headers", "OMA DRM §5.2.1", in: "odkm odhe", versions: 0...0,
      summary: "{ContentID}"
    ) {
      uint(8, "EncryptionMethod", .names([0: "none", 1: "AES-128 CBC", 2: "AES-128 CTR"]))
      uint(8, "PaddingScheme", .names([0: "none", 1: "RFC 2630"]))
      uint(64, "PlaintextLength", .bytes)
      uint(16, "ContentIDLength", .bytes)
      uint(16, "RightsIssuerURLLength", .bytes)
      uint(16, "TextualHeadersLength", .bytes)
      string(.utf8, .bytes(.field("ContentIDLength")), "ContentID").identity
      string(.utf8, .bytes(.field("RightsIssuerURLLength")), "RightsIssuerURL")
      bytes(.field("TextualHeadersLength"), "TextualHeaders")
      boxes()
    },
    Syntax("odaf", "OMA access unit format", "OMA DRM §6.4", in: "odkm", versions: 0...0) {
      flag("SelectiveEncryption")
      reserved(7)
      uint(8, "KeyIndicatorLength", .bytes)
      uint(8, "IVLength", .bytes)
    },
    Syntax("grpi", "OMA DRM group", "OMA DRM §5.2.2", in: "ohdr", versions: 0...0) {
      uint(16, "GroupIDLength", .bytes)
      uint(8, "GKEncryptionMethod")
      uint(16, "GKLength", .bytes)
      string(.utf8, .bytes(.field("GroupIDLength")), "GroupID").identity
      bytes(.field("GKLength"), "GroupKey", .hex)
    },
    Syntax("mdri", "OMA mutable information", "OMA DRM §5.3.1", in: "file") { boxes() },
    Syntax("odtt", "OMA transaction tracking", "OMA DRM §5.3.2", in: "mdri", versions: 0...0) {
      bytes(16, "TransactionID", .hex)
    },
    Syntax("odrb", "OMA rights object", "OMA DRM §5.3.3", in: "mdri", versions: 0...0) {
      bytes(.remaining, "OMARightsObject")
    },
    Syntax("odrm", "OMA DRM container", "OMA DRM §5.1", in: "file", versions: 0...0) {
      boxes()
    },
    Syntax(
      "odhe", "OMA content headers", "OMA DRM §5.1.2", in: "odrm", versions: 0...0,
      summary: "{ContentType}"
    ) {
      uint(8, "ContentTypeLength", .bytes)
      string(.utf8, .bytes(.field("ContentTypeLength")), "ContentType")
      boxes()
    },
    Syntax("odda", "OMA content object", "OMA DRM §5.1.3", in: "odrm", versions: 0...0) {
      uint(64, "OMADRMDataLength", .bytes)
      bytes(.remaining, "OMADRMData")
    },
    Syntax("ccid", "OMA content ID", "OMA DRM 2.1", in: "udta", versions: 0...0) {
      uint(16, "ContentIDLength", .bytes)
      string(.utf8, .bytes(.field("ContentIDLength")), "ContentID")
    },
    Syntax("cvru", "OMA cover URI", "OMA DRM 2.1", in: "udta", versions: 0...0) {
      string(.utf8, .rest, "CoverURI")
    },
    Syntax("icnu", "OMA icon URI", "OMA DRM 2.0", in: "udta", versions: 0...0) {
      string(.utf8, .rest, "IconURI")
    },
    Syntax("infu", "OMA information URL", "OMA DRM 2.0", in: "udta", versions: 0...0) {
      string(.utf8, .rest, "InfoURL")
    },
    Syntax("lrcu", "OMA lyrics URI", "OMA DRM 2.1", in: "udta", versions: 0...0) {
      string(.utf8, .rest, "LyricsURI")
    },

    // FairPlay
    Syntax("user", "FairPlay user", "FairPlay", in: "schi") { uint(32, "user_id", .hex) },
    Syntax("key ", "FairPlay key", "FairPlay", in: "schi") { bytes(.remaining, "key", .hex) },
    Syntax("iviv", "FairPlay initialisation vector", "FairPlay", in: "schi") {
      bytes(.remaining, "iv", .hex)
    },
    Syntax("righ", "FairPlay rights", "FairPlay", in: "schi") {
      table(.remaining, "rights") {
        code("right").identity
        uint(32, "value", .hex)
      }
    },
    Syntax("name", "FairPlay account name", "FairPlay", in: "schi", summary: "{name}") {
      // In a field of a fixed size, filled with zeros.
      string(.utf8, .bytes(.remaining), "name")
    },
    Syntax("priv", "FairPlay private data", "FairPlay", in: "schi") {
      bytes(.remaining, "data", .hex)
    },
    Syntax("cert", "FairPlay certificate", "FairPlay", in: "schi") { bytes(.remaining, "data") },

    // Adobe Access
    Syntax("adkm", "Adobe DRM key management", "F4V §3.1", in: "schi", versions: 0...2) {
      boxes()
    },
    Syntax("ahdr", "Adobe DRM header", "F4V §3.2", in: "adkm", versions: 0...2) { boxes() },
    Syntax("aprm", "Adobe encryption parameters", "F4V §3.3", in: "ahdr", versions: 0...2) {
      boxes()
    },
    Syntax(
      "aeib", "Adobe encryption information", "F4V §3.4", in: "aprm", versions: 0...2,
      summary: "{EncryptionAlgorithm}"
    ) {
      string(.utf8, .terminated, "EncryptionAlgorithm")
      uint(8, "KeyLength", .bytes)
    },
    Syntax("akey", "Adobe key information", "F4V §3.5", in: "aprm", versions: 0...2) { boxes() },
    Syntax("flxs", "Flash Access parameters", "F4V §3.6", in: "akey", versions: 0...2) {
      string(.utf8, .terminated, "FmrmsV2Metadata")
    },
    Syntax("adaf", "Adobe access unit format", "F4V §3.7", in: "adkm", versions: 0...2) {
      flag("SelectiveEncryption")
      reserved(7)
      reserved(8)
      uint(8, "IVLength", .bytes)
    },
  ]
}
