import ByteReading
import Structure

/// Names for the numbers in frames.
enum FrameNames {
  /// ID3v2.4.0 structure §4.
  static let encodings: Names = [0: "ISO-8859-1", 1: "UTF-16", 2: "UTF-16BE", 3: "UTF-8"]

  /// ID3v2.4.0 frames §4.14.
  static let pictures: Names = [
    0: "Other", 1: "32×32 PNG icon", 2: "Other icon", 3: "Front cover", 4: "Back cover",
    5: "Leaflet page", 6: "Media", 7: "Lead artist", 8: "Artist", 9: "Conductor", 10: "Band",
    11: "Composer", 12: "Lyricist", 13: "Recording location", 14: "During recording",
    15: "During performance", 16: "Screen capture", 17: "A bright coloured fish",
    18: "Illustration", 19: "Band logo", 20: "Publisher logo",
  ]

  /// ID3v2.4.0 frames §4.9; the last two are not in ID3v2.3.
  static let lyricsTypes: Names = [
    0: "other", 1: "lyrics", 2: "text transcription", 3: "movement or part", 4: "events",
    5: "chord", 6: "trivia", 7: "web pages", 8: "images",
  ]

  /// ID3v2.4.0 frames §4.5; 0x15 and 0x16 are not in ID3v2.3, those from 0x0E to 0x14 not in ID3v2.2.
  static let events: Names = [
    0x00: "padding", 0x01: "end of initial silence", 0x02: "intro start",
    0x03: "main part start", 0x04: "outro start", 0x05: "outro end", 0x06: "verse start",
    0x07: "refrain start", 0x08: "interlude start", 0x09: "theme start",
    0x0A: "variation start", 0x0B: "key change", 0x0C: "time change",
    0x0D: "momentary unwanted noise", 0x0E: "sustained noise", 0x0F: "sustained noise end",
    0x10: "intro end", 0x11: "main part end", 0x12: "verse end", 0x13: "refrain end",
    0x14: "theme end", 0x15: "profanity", 0x16: "profanity end",
    0xE0: "synchronisation 0", 0xE1: "synchronisation 1", 0xE2: "synchronisation 2",
    0xE3: "synchronisation 3", 0xE4: "synchronisation 4", 0xE5: "synchronisation 5",
    0xE6: "synchronisation 6", 0xE7: "synchronisation 7", 0xE8: "synchronisation 8",
    0xE9: "synchronisation 9", 0xEA: "synchronisation A", 0xEB: "synchronisation B",
    0xEC: "synchronisation C", 0xED: "synchronisation D", 0xEE: "synchronisation E",
    0xEF: "synchronisation F", 0xFD: "audio end", 0xFE: "audio file ends",
    0xFF: "one more byte of events",
  ]

  /// ID3v2.4.0 frames §4.11.
  static let channels: Names = [
    0: "other", 1: "master volume", 2: "front right", 3: "front left", 4: "back right",
    5: "back left", 6: "front centre", 7: "back centre", 8: "subwoofer",
  ]

  /// ID3v2.3.0 §4.12: a bit that is not set takes away.
  static let increments: Names = [
    0x01: "right up", 0x02: "left up", 0x04: "right back up", 0x08: "left back up",
    0x10: "centre up", 0x20: "bass up",
  ]

  /// ID3v2.4.0 frames §4.24.
  static let deliveries: Names = [
    0: "other", 1: "standard CD album", 2: "compressed audio on CD", 3: "file over the internet",
    4: "stream over the internet", 5: "note sheets", 6: "note sheets in a book",
    7: "music on other media", 8: "merchandise",
  ]

  /// ID3v2 chapters 1.0 §3.1.
  static let noOffset: Names = [0xFFFF_FFFF: "not used"]
}
