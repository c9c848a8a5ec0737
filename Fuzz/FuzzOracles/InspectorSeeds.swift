import ByteReading
import Corpus

/// Lines of keys with the files that they are typed over.
enum InspectorSeeds {
  /// What a terminal sends for keys and the mouse, and lines that people type.
  static let keys = [
    "j", "k", "h", "l", "\r", "\t", "gg", "G", " ", "b", "d", "u", "]]", "[[", "]c", "[c", "!", "n",
    "N",
    "1", "2", "3", "4", "-", "=", "x", "y", "Y", "w", "o", "D", "P", "a", "?", "q", "ma", "'a",
    "''",
    "\u{1B}[A", "\u{1B}[B", "\u{1B}[C", "\u{1B}[D", "\u{1B}[5~", "\u{1B}[6~", "\u{1B}[H",
    "\u{1B}[F",
    "\u{1B}OA", "\u{1B}[Z", "\u{7F}", "\u{3}", "\u{F}", "\u{E}", "\u{1B}[<0;10;5M",
    "\u{1B}[<64;70;20M",
    "\u{1B}[<32;40;5M", "\u{1B}[200~trak\u{1B}[201~", "\u{1B}]11;rgb:ffff/ffff/ffff\u{7}",
    "\u{1B}[?62;22c",
    "/time\r", "/=1000\r", "/0x6d6f6f76\r", ":moov/tr\t\r", ":0x40\r", "g100\r", ":check\r",
    ":plot rate\r",
  ]

  private static let names = [
    "mockups/movie.mov", "mockups/frag.mp4", "mockups/corrupt.mp4", "mockups/track.mp3",
    "made/items-v2.heic", "broken/stsz-count-too-large.mp4",
  ]

  static var all: [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (number, name) in names.enumerated() {
      guard let source = try? Corpus.open(name) else { continue }
      let file = (0..<min(source.byteCount, 1 << 15)).compactMap { source.bytes.byte(at: $0) }
      for start in 0..<4 {
        // Every fourth of the keys, so that each seed is short and together they have all.
        var line = ""
        for place in stride(from: start, to: keys.count, by: 4) where keys[place] != "q" {
          line += keys[place]
        }
        seeds.append(("keys-\(number)-\(start)", Array((line + "\n").utf8) + file))
      }
    }
    return seeds
  }
}
