package import ByteReading
package import Structure

/// What a movie says of itself (14496-12 §8.2.2).
package enum MovieHeader: FieldView {
  package static let table: StaticString = "mvhd"
  package enum Field: String, CaseIterable, Sendable {
    case version, creation_time, modification_time, timescale, duration, rate, matrix,
      next_track_ID
  }
}

/// What a track says of itself (14496-12 §8.3.2).
package enum TrackHeader: FieldView {
  package static let table: StaticString = "tkhd"
  package enum Field: String, CaseIterable, Sendable {
    case version, flags, creation_time, modification_time, track_ID, duration, volume, matrix, width, height
  }
}

/// The edits of a track (14496-12 §8.6.6).
package enum EditListEntries: FieldView {
  package static let table: StaticString = "elst"
  package enum Field: String, CaseIterable, Sendable {
    case version, flags, entry_count, entries, edit_duration, media_time, media_rate_integer,
      media_rate_fraction
  }

  /// The first moment of the media that an edit shows, of what its row has as `media_time`: −1 alone is none
  /// (14496-12 §8.6.6.3), a time below that lies before the media.
  package static func mediaTime(_ stored: UInt64) -> Int64? {
    let time = Int64(bitPattern: stored)
    return time == -1 ? nil : time
  }

  /// Whether a list with these flags is played again and again, until the track ends by its header (14496-12 §8.6.6.3,
  /// RepeatEdits).
  package static func repeats(_ flags: UInt64?) -> Bool { (flags ?? 0) & 1 == 1 }
}

/// What the media of a track says of itself (14496-12 §8.4.2).
package enum MediaHeader: FieldView {
  package static let table: StaticString = "mdhd"
  package enum Field: String, CaseIterable, Sendable {
    case version, creation_time, modification_time, timescale, duration, language
  }
}

/// What kind of media a track or a `meta` holds (14496-12 §8.4.3).
package enum HandlerReference: FieldView {
  package static let table: StaticString = "hdlr"
  package enum Field: String, CaseIterable, Sendable {
    case pre_defined, handler_type, component_manufacturer, component_flags, component_flags_mask, name
  }
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

/// The image in a box of bits (23008-12 Annex O).
package enum MinimizedImageData: FieldView {
  package static let table: StaticString = "mini"
  package enum Field: String, CaseIterable, Sendable {
    case alpha_flag, exif_flag, xmp_flag, orientation_minus1, width_minus1, height_minus1, float_flag
    case bit_depth_log2_minus4, bit_depth_minus9, infe_type, gainmap_flag, main_item_data
    case version, full_range_flag, explicit_cicp_flag, icc_flag, chroma_subsampling, colour_primaries
    case transfer_characteristics, matrix_coefficients, icc_data
    case exif_xmp_compressed_flag, exif_data, xmp_data, alpha_item_data, gainmap_item_data, gainmap_metadata
    case gainmap_width_minus1, gainmap_height_minus1, gainmap_float_flag, gainmap_bit_depth_log2_minus4
    case gainmap_bit_depth_minus9, main_item_codec_config, alpha_item_codec_config, gainmap_item_codec_config
  }
}

/// Where data lies that a track has (14496-12 §8.7.2).
package enum DataEntry: FieldView {
  package static let table: StaticString = "url\\x20 urn\\x20 alis rsrc imdt snim"
  package static let partial: [Field] = [
    .imda_ref_identifier, .location, .name, .file_name, .volume_name,
  ]
  package enum Field: String, CaseIterable, Sendable {
    case flags, imda_ref_identifier, location, name, file_name, volume_name
  }
}

/// What a file says it is (14496-12 §4.3).
package enum FileType: FieldView {
  package static let table: StaticString = "ftyp styp"
  package enum Field: String, CaseIterable, Sendable {
    case major_brand, minor_version, compatible_brands
  }
}

/// The language of a track (14496-12 §8.4.6).
package enum ExtendedLanguage: FieldView {
  package static let table: StaticString = "elng"
  package enum Field: String, CaseIterable, Sendable { case extended_language }
}

/// Which tracks a track refers to (14496-12 §8.3.3).
package enum TrackReference: FieldView {
  package static let table: StaticString = "*"
  package static let parents: StaticString = "tref"
  package enum Field: String, CaseIterable, Sendable { case track_IDs, track_ID }
}

/// How video is drawn and sound balanced (14496-12 §12.1.2, §12.2.2; QTFF, Base Media Info Atoms).
package enum MediaInformationHeader: FieldView {
  package static let table: StaticString = "vmhd smhd gmin"
  package static let partial: [Field] = [.graphicsmode, .balance]
  package enum Field: String, CaseIterable, Sendable { case graphicsmode, balance }
}

/// How large a track is shown (QTFF, Track Aperture Mode Dimensions).
package enum TrackAperture: FieldView {
  package static let table: StaticString = "clef prof enof"
  package enum Field: String, CaseIterable, Sendable { case width, height }
}

/// How large a movie was before it was compressed (QTFF, Compressed Movie Resources).
package enum CompressedMovie: FieldView {
  package static let table: StaticString = "cmvd"
  package enum Field: String, CaseIterable, Sendable { case uncompressed_size }
}

/// Where a dash camera was, row by row.
package enum PositionLog: FieldView {
  package static let table: StaticString = "gps0 GPS\\x20"
  package static let partial: [Field] = [.month, .latitude_reference, .longitude_reference]
  package enum Field: String, CaseIterable, Sendable {
    case positions, latitude, longitude, month, latitude_reference, longitude_reference
  }
}

/// Text of user data (QTFF, User Data Text Strings and Language Codes).
package enum UserDataText: FieldView {
  package static let table: StaticString = "@*"
  package static let parents: StaticString = "udta"
  package enum Field: String, CaseIterable, Sendable { case text, texts }
}

/// Chapters and where they begin (Adobe F4V).
package enum ChapterTitles: FieldView {
  package static let table: StaticString = "chpl"
  package enum Field: String, CaseIterable, Sendable { case chapter_count, start_time, title }
}

/// What Windows says of a file.
package enum WindowsAttributes: FieldView {
  package static let table: StaticString = "Xtra"
  package enum Field: String, CaseIterable, Sendable { case attributes, name, value_type, value }
}

/// What Nero says of a file.
package enum NeroTags: FieldView {
  package static let table: StaticString = "meta"
  package static let parents: StaticString = "tags"
  package enum Field: String, CaseIterable, Sendable { case entries, key, value }
}

extension View<FileType> {
  /// The brands, the major one first, then those it is compatible with, at most so many.
  package func brands(atMost limit: Int) -> [FourCC] {
    guard let major = code(.major_brand) else { return [] }
    var brands = [major]
    if let others = rows(of: .compatible_brands) {
      for row in 0..<min(others.count, limit - 1) {
        brands.append(FourCC(UInt32(truncatingIfNeeded: others[row])))
      }
    }
    return brands
  }
}

/// What a track is for, by a name of a scheme (14496-12 §8.10.4).
package enum TrackKind: FieldView {
  package static let table: StaticString = "kind"
  package static let parents: StaticString = "udta"
  package enum Field: String, CaseIterable, Sendable { case schemeURI, value }
}

/// What a track is for, by a name of Apple's (QTFF, Media Characteristic Tags).
package enum MediaCharacteristic: FieldView {
  package static let table: StaticString = "tagc"
  package static let parents: StaticString = "udta"
  package enum Field: String, CaseIterable, Sendable { case tag }
}
