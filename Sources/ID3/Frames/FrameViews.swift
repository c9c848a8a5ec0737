package import Structure

/// What code consults of frames.
package enum FrameViews {
  /// All views, each of the tables of one kind of frame.
  package static let all: [any FieldView.Type] = [
    TextFrame.self, UnknownFrame.self, AddressFrame.self, UserText.self, Comment.self,
    People.self, SynchronisedLyrics.self, EventTimings.self, Tempi.self, LocationTable.self,
    SeekPoints.self, Chapter.self, TableOfContents.self, VolumeAdjustment.self,
    OldVolumeAdjustment.self, ReplayGain.self, Equalisation.self, Popularimeter.self,
    AttachedPicture.self, EncapsulatedObject.self, AudioText.self, OwnedData.self,
    Registration.self, LinkedInformation.self, Ownership.self, Offer.self, CompactDisc.self,
    CompressedFrames.self,
  ]
}

/// Text (ID3v2.4.0 frames §4.2).
package enum TextFrame: FieldView {
  package static let table: StaticString = ""
  package static var families: [any SyntaxFamily.Type] {
    [TextFrames.self, ShortTextFrames.self]
  }
  package enum Field: String, CaseIterable, Sendable { case encoding, text }
}

/// Text and addresses that no document describes (ID3v2.4.0 structure §4).
enum UnknownFrame: FieldView {
  static let table: StaticString = "T* W*"
  static let partial: [Field] = [.encoding, .text, .url]
  enum Field: String, CaseIterable, Sendable { case encoding, text, url }
}

/// Addresses (ID3v2.4.0 frames §4.3).
enum AddressFrame: FieldView {
  static let table: StaticString = ""
  static var families: [any SyntaxFamily.Type] {
    [AddressFrames.self]
  }
  static let partial: [Field] = [.encoding, .description]
  enum Field: String, CaseIterable, Sendable { case encoding, description, url }
}

/// Text under a name of its own (ID3v2.4.0 frames §4.2.6).
enum UserText: FieldView {
  static let table: StaticString = "TXXX TXX"
  enum Field: String, CaseIterable, Sendable { case encoding, description, value }
}

/// Comments and lyrics (ID3v2.4.0 frames §4.8, §4.10, §4.22).
package enum Comment: FieldView {
  package static let table: StaticString = "COMM USLT USER COM ULT"
  package static let partial: [Field] = [.description]
  package enum Field: String, CaseIterable, Sendable { case encoding, language, description, text }
}

/// Who did what (ID3v2.4.0 frames §4.2.2).
enum People: FieldView {
  static let table: StaticString = "TIPL TMCL IPLS IPL"
  static let partial: [Field] = [.involvement, .instrument]
  enum Field: String, CaseIterable, Sendable {
    case encoding, people, involvement, instrument, name
  }
}

/// Text and when it is heard (ID3v2.4.0 frames §4.9).
package enum SynchronisedLyrics: FieldView {
  package static let table: StaticString = "SYLT SLT"
  package enum Field: String, CaseIterable, Sendable {
    case encoding, language, content_type, description, events, text
  }
}

/// What happens when (ID3v2.4.0 frames §4.5).
enum EventTimings: FieldView {
  static let table: StaticString = "ETCO ETC"
  enum Field: String, CaseIterable, Sendable { case events, event, event_continued, time }
}

/// How fast music is when (ID3v2.4.0 frames §4.7).
enum Tempi: FieldView {
  static let table: StaticString = "SYTC STC"
  enum Field: String, CaseIterable, Sendable { case tempi, tempo, tempo_continued, time }
}

/// Where moments lie (ID3v2.4.0 frames §4.6).
enum LocationTable: FieldView {
  static let table: StaticString = "MLLT MLL"
  enum Field: String, CaseIterable, Sendable { case frames_between_reference, references }
}

/// Where parts of the sound lie (ID3v2.4.0 frames §4.30).
enum SeekPoints: FieldView {
  static let table: StaticString = "ASPI"
  enum Field: String, CaseIterable, Sendable { case index_points }
}

/// A chapter (ID3v2 chapters 1.0 §3.1).
package enum Chapter: FieldView {
  package static let table: StaticString = "CHAP"
  package enum Field: String, CaseIterable, Sendable { case element_id, start_time, end_time }
}

/// The chapters and their order (ID3v2 chapters 1.0 §3.2).
package enum TableOfContents: FieldView {
  package static let table: StaticString = "CTOC"
  package enum Field: String, CaseIterable, Sendable {
    case element_id, flags, child_element_ids, child_element_id
  }
}

/// How loud to play (ID3v2.4.0 frames §4.11).
package enum VolumeAdjustment: FieldView {
  package static let table: StaticString = "RVA2 XRVA"
  package enum Field: String, CaseIterable, Sendable {
    case identification, channels, type_of_channel, volume_adjustment, bits_representing_peak, peak_volume
  }
}

/// How loud to play (ID3v2.3.0 §4.12).
enum OldVolumeAdjustment: FieldView {
  static let table: StaticString = "RVAD RVA"
  enum Field: String, CaseIterable, Sendable {
    case increment, bits_used, relative_volume_change_right, relative_volume_change_left,
      relative_volume_change_right_back, relative_volume_change_left_back,
      relative_volume_change_centre, relative_volume_change_bass
  }
}

/// How loud to play (Replay Gain proposal).
enum ReplayGain: FieldView {
  static let table: StaticString = "RGAD"
  enum Field: String, CaseIterable, Sendable { case peak_amplitude, sign, adjustment }
}

/// How loud each frequency is (ID3v2.4.0 frames §4.12; ID3v2.3.0 §4.13).
enum Equalisation: FieldView {
  static let table: StaticString = "EQU2 EQUA EQU"
  static let partial: [Field] = [.identification]
  enum Field: String, CaseIterable, Sendable { case identification, adjustments }
}

/// How well somebody likes it (ID3v2.4.0 frames §4.17).
enum Popularimeter: FieldView {
  static let table: StaticString = "POPM POP"
  enum Field: String, CaseIterable, Sendable { case email, rating, counter }
}

/// A picture (ID3v2.4.0 frames §4.14).
package enum AttachedPicture: FieldView {
  package static let table: StaticString = "APIC PIC"
  package static let partial: [Field] = [.mime_type, .image_format]
  package enum Field: String, CaseIterable, Sendable {
    case encoding, mime_type, image_format, picture_type, description, url, data
  }
}

/// A file (ID3v2.4.0 frames §4.15).
enum EncapsulatedObject: FieldView {
  static let table: StaticString = "GEOB GEO"
  enum Field: String, CaseIterable, Sendable {
    case encoding, mime_type, filename, description, object
  }
}

/// Text that is spoken (ID3v2 accessibility 1.0 §3).
enum AudioText: FieldView {
  static let table: StaticString = "ATXT"
  enum Field: String, CaseIterable, Sendable {
    case encoding, mime_type, equivalent_text, audio
  }
}

/// What means something to its owner (ID3v2.4.0 frames §4.1, §4.27; ID3v2.2.0 §4.20).
enum OwnedData: FieldView {
  static let table: StaticString = "UFID PRIV UFI CRM"
  static let partial: [Field] = [
    .identifier, .content, .encrypted_data, .timestamp, .value, .packet, .data,
  ]
  enum Field: String, CaseIterable, Sendable {
    case owner, identifier, content, encrypted_data, timestamp, value, packet, data
  }
}

/// Numbers of methods and groups (ID3v2.4.0 frames §4.25, §4.26).
enum Registration: FieldView {
  static let table: StaticString = "ENCR GRID"
  static let partial: [Field] = [
    .method_symbol, .encryption_data, .group_symbol, .group_dependent_data,
  ]
  enum Field: String, CaseIterable, Sendable {
    case owner, method_symbol, encryption_data, group_symbol, group_dependent_data
  }
}

/// A frame of another tag (ID3v2.4.0 frames §4.20).
enum LinkedInformation: FieldView {
  static let table: StaticString = "LINK LNK"
  enum Field: String, CaseIterable, Sendable { case frame_id, url, additional_data }
}

/// Who bought it (ID3v2.4.0 frames §4.23).
enum Ownership: FieldView {
  static let table: StaticString = "OWNE"
  enum Field: String, CaseIterable, Sendable {
    case encoding, price_paid, date_of_purchase, seller
  }
}

/// What it costs (ID3v2.4.0 frames §4.24).
enum Offer: FieldView {
  static let table: StaticString = "COMR"
  enum Field: String, CaseIterable, Sendable {
    case encoding, price, valid_until, received_as, seller, description
  }
}

/// Which CD it is from (ID3v2.4.0 frames §4.4).
enum CompactDisc: FieldView {
  static let table: StaticString = "MCDI MCI"
  enum Field: String, CaseIterable, Sendable { case first_track, last_track, cd_toc }
}

/// Frames that are compressed together (ID3v2.2.1 draft).
enum CompressedFrames: FieldView {
  static let table: StaticString = "CDM"
  enum Field: String, CaseIterable, Sendable { case compression_method, decompressed_size }
}
