import ByteReading
import Corpus
import DiffApplication
import MediaInspection
import Structure
import StructureDiff

/// Texts of several lines that people write, or have written: snapshots, expectations and rules; and
/// paths with the file that they are tried on.
enum PathSeeds {
  static var all: [(name: String, bytes: [UInt8])] {
    (texts + ListPromises.seeds).enumerated().map { ("text-\($0.offset)", Array($0.element.utf8)) } + files
  }

  private static let names = [
    "mockups/a.mp4", "mockups/frag.mp4", "mockups/track.mp3", "made/items-v2.heic",
    "made/sample-groups.mp4", "made/id3v2.4-formats.mp3", "broken/stsz-count-too-large.mp4",
  ]

  /// The snapshot of each file, what it is like as expectations, and paths in front of it.
  private static var files: [(name: String, bytes: [UInt8])] {
    var seeds: [(name: String, bytes: [UInt8])] = []
    for (number, name) in names.enumerated() {
      guard let source = try? Corpus.open(name), let document = try? MediaFile.open(source)
      else { continue }
      var snapshot = ByteWriter()
      Snapshot(document, options: .ofMediaFiles).write(to: &snapshot)
      seeds.append(("snapshot-\(number)", snapshot.array))
      var expectations = ByteWriter()
      document.putExpectations(to: &expectations)
      seeds.append(("expectations-\(number)", expectations.array))
      let bytes = (0..<min(source.byteCount, 1 << 15)).compactMap { source.bytes.byte(at: $0) }
      let lines = ["//*", "--json=tree -x", "--no-pager -p //*[last] -x -n 3"]
      for (place, line) in lines.enumerated() {
        seeds.append(("file-\(number)-\(place)", Array((line + "\n").utf8) + bytes))
      }
    }
    for (name, lines) in fields {
      guard let source = try? Corpus.open(name) else { continue }
      let bytes = (0..<source.byteCount).compactMap { source.bytes.byte(at: $0) }
      for (place, line) in lines.enumerated() {
        let file = name.replacing("/", with: "-")
        seeds.append(("field-\(file)-\(place)", Array((line + "\n").utf8) + bytes))
      }
    }
    return seeds.filter { $0.bytes.count <= 1 << 16 }
  }

  /// Fields in lists and groups, and files that have them.
  private static let fields: [(name: String, lines: [String])] = [
    (
      "made/items-v2.heic",
      [
        "//iloc.items", "//iloc.items[1]", "//iloc.items[1..2].item_ID", "//iloc.items[]",
        "//iloc.items[last].extents[1].extent_offset", "//iloc.items.extents",
        "//ipma.entries[last]", "//iloc.item_ID", "//iloc.extents", "//iloc.items[3].nothing",
        "//infe[2].item_name",
      ]
    ),
    (
      "made/sample-groups.mp4",
      [
        "//sgpd.entries", "//sbgp.entries[2..3].sample_count", "//csgp.patterns",
        "//subs.entries[1]",
      ]
    ),
    (
      "made/id3v2.4-frames.mp3",
      [
        "//SYLT.events[2]", "//ETCO.events.time", "//TIPL.people[1].name", "//TXXX[last].value",
        "//RGAD.radio_gain", "//RGAD.radio_gain.sign", "//MCDI.tracks[2]", "ID3v2.size",
        "//audio.frames[1]", "//audio.frames[2..3].mode", "//XRVA.channels[1].peak",
      ]
    ),
    (
      "made/sample-tables.mp4",
      [
        "//stsz.entries[2]", "//stsz.entries", "//entry_size", "//ctts.entries.sample_offset",
        "//stts.entries[last].sample_delta", "//padb.entries[1].reserved[2]", "//stsz.reserved[1]",
      ]
    ),
  ]

  private static let texts = [
    """
    profile reproducible
    ignore  moov/udta/@xyz                 # where it was made
    tolerate //mdhd.duration ±1
    expect  moov/trak[vide]/mdia/mdhd.timescale >= 600
    [fixtures/legacy/*.mov]
    ignore  //gmhd
    """,
    "ignore //mdhd.duration\r\nignore //tkhd\r\n[**/b]\r\nprofile exact\r\n",
    "profile media\n[b]\nprofile tags\n", "ignore moov[", "profile none", "tolerate moov 1 2",
    "[a\nignore moov", "ignore 'a b'.c[1..2] #x\nignroe //y", "tolerate //stsz.entry_size ±20",
    """
    expect moov
    expect moov/trak[id=1]/tkhd.width >= 0x10    # in hexadecimal
    expect moov/udta absent
    expect ftyp.major_brand = 'isom'
    expect ftyp.major_brand != "iso\\u0036\\n\\t\\r\\b\\f\\/\\\\"
    expect ftyp.compatible_brands matches 'i?o*'
    expect //mvhd.rate < 1.5
    expect //mvhd.rate <= -1
    expect //mvhd.timescale exists
    expect //tkhd.nothing = 1
    expect //trun.samples absent
    expect //elst.entries.media_time > -2e3
    expect //none.field absent
    """,
    "expect moov/", "expect", "expect moov = 1", "expect moov.x ~ 1", "expect moov.x < y",
    "expect moov.x = 'a", "expect moov.x = ", "expect moov x", "expect moov.x = '\\ud83d\\ude00' y",
    "expect a[b='c d'] # e\nexpect b!=1", "expect moov.x = '\\ud83dx'\nexpect moov.y = '\\u12'",
    """
    atomtools snapshot 1   profile default
    media  sha256 0000
    playback  track 1 from -0.5 s (sample 2 of 1,496 bytes at 0.083333 s) for 2 s; start together
    # what follows is the movie
    moov/mvhd  timescale  1,000   # per second
    moov/mvhd  duration  400
    moov/mvhd  +24 bytes  0x00
    moov/none
    """,
    "atomtools snapshot 2", "atomtools snapshot x", "atomtools snapshot 1 of",
    "atomtools snapshot 1\nmedia  a\nmedia  b",
    "atomtools snapshot 1\nmoov  a  1\nmoov  a  2",
    "atomtools snapshot 1\nmoov 'x", "atomtools snapshot 1\nmoov a",
    "atomtools snapshot 1\nmoov  +x bytes  1",
    "atomtools snapshot 1\nmoov  a!  1", "atomtools snapshot 1\nmoov.a  b",
  ]
}
