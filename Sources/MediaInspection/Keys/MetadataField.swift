import ByteReading
public import MediaFacts
import Structure

/// One thing that people want to know of a file, under whatever key its format keeps it.
///
/// ``all`` is the table: a line says which keys a field is read from, the preferred one first.
public struct MetadataField: Sendable {
  /// What machines call it: `albumArtist`.
  public let id: StaticString
  /// What people call it.
  public let title: StaticString
  /// What its value is.
  public let kind: Kind
  /// The keys it is read from, in order of preference, separated by blanks: key space, colon, key
  /// string. A full stop before a key of `mdta` stands for `com.apple.quicktime.`; behind a bar
  /// stands the description that a frame must have.
  let sources: StaticString
  /// The same for keys that mean something else, and are read when the file has none of its own.
  let others: StaticString
  /// What it may give away; `nil` for what is about nobody. A name that stands on the sleeve of a
  /// published work is a credit: in a file that is none it is that of whoever made it.
  public let discloses: Privacy.Kind?
  /// Whether it may be what somebody would not pass on with the file: who bought or owns it, or with which device
  /// it was made.
  public let isPrivate: Bool

  /// What the value of a field is.
  public enum Kind: Sendable {
    /// Text, a long text, a moment, a genre, a number among how many, a picture, a number, yes or
    /// no.
    case text, comment, date, genre, position, artwork, number, flag
    /// A person with a role in a list of people.
    case producer
    /// The words of a song, which may have times.
    case lyrics
  }

  private init(
    _ id: StaticString, _ title: StaticString, _ kind: Kind, _ sources: StaticString,
    else others: StaticString = "", discloses: Privacy.Kind? = nil, isPrivate: Bool = false
  ) {
    self.id = id
    self.title = title
    self.kind = kind
    self.sources = sources
    self.others = others
    self.discloses = discloses
    self.isPrivate = isPrivate
  }

  /// All fields, in the order in which reports print them.
  public static let all: [MetadataField] = [
    MetadataField(
      "name", "Name", .text,
      """
      itsk:@nam mdta:.displayname mdta:.title id3:TIT2 id3:TT2 udta:@nam uiso:titl \
      mdta:title ape:Title riff:INAM aiff:NAME lyrics3:ETT id3v1:title xmp:dc:title[1]
      """,
      else: "itsk:titl"),
    MetadataField(
      "artist", "Artist", .text,
      """
      itsk:@ART mdta:.artist id3:TPE1 id3:TP1 udta:@ART udta:@prf uiso:perf ape:Artist \
      riff:IART aiff:AUTH lyrics3:EAR id3v1:artist exif:Artist xmp:dc:creator[1]
      """,
      else: "mdta:.performer itsk:perf",
      discloses: .credit),
    MetadataField(
      "albumArtist", "Album artist", .text,
      """
      itsk:aART id3:TPE2 id3:TP2 id3:TXXX|albumartist id3:TXXX|album\\x20artist \
      ape:Album\\x20Artist xtra:WM/AlbumArtist riff:iaar
      """,
      discloses: .credit),
    MetadataField(
      "album", "Album", .text,
      """
      itsk:@alb mdta:.album id3:TALB id3:TAL udta:@alb uiso:albm ape:Album riff:IPRD \
      lyrics3:EAL id3v1:album
      """,
      else: "itsk:albm"),
    MetadataField(
      "grouping", "Grouping", .text,
      "itsk:@grp itsk:grup id3:GRP1 id3:GP1 udta:@grp ape:Grouping",
      else: "id3:TIT1 id3:TT1"),
    MetadataField(
      "composer", "Composer", .text,
      """
      itsk:@wrt itsk:@com mdta:.composer id3:TCOM id3:TCM udta:@com udta:@wrt ape:Composer \
      riff:IMUS xtra:WM/Composer
      """,
      discloses: .credit),
    MetadataField(
      "comment", "Comment", .comment,
      """
      itsk:@cmt mdta:.comment id3:COMM id3:COM udta:@cmt ape:Comment riff:ICMT aiff:ANNO \
      lyrics3:INF id3v1:comment
      """,
      else: "mdta:.description udta:@des uiso:dscp",
      discloses: .comment),
    MetadataField(
      "genre", "Genre", .genre,
      """
      itsk:@gen itsk:gnre mdta:.genre id3:TCON id3:TCO udta:@gen uiso:gnre uiso:clsf \
      ape:Genre riff:IGNR lyrics3:GRE tagplus:genre id3v1:genre
      """),
    MetadataField(
      "year", "Year", .date,
      """
      itsk:@day mdta:.creationdate mdta:.year id3:TDRC id3:TYER id3:TYE udta:@day \
      udta:\\x40day uiso:date uiso:yrrc mdta:creation_time ape:Year riff:ICRD id3v1:year \
      exif:DateTimeOriginalWithZone exif:DateTimeOriginal \
      xmp:exif:DateTimeOriginal xmp:photoshop:DateCreated
      """,
      // The last is when the picture was changed.
      else: "id3:TDOR id3:TDRL itsk:yrrc xmp:xmp:CreateDate exif:DateTime"),
    MetadataField(
      "track", "Track", .position,
      """
      itsk:trkn id3:TRCK id3:TRK udta:@trk uiso:albm ape:Track riff:IPRT riff:ITRK \
      riff:itrk id3v1:track
      """),
    MetadataField(
      "disc", "Disc", .position,
      "itsk:disk id3:TPOS id3:TPA ape:Disc ape:DiscNumber"),
    MetadataField(
      "bpm", "Beats per minute", .number,
      "itsk:tmpo id3:TBPM id3:TBP ape:BPM"),
    MetadataField(
      "artwork", "Artwork", .artwork,
      """
      itsk:covr mdta:.artwork id3:APIC id3:PIC ape:Cover\\x20Art\\x20(Front) uiso:thmb \
      ape:Cover\\x20Art\\x20(Back)
      """,
      else: "itsk:tnal"),
    MetadataField(
      "compilation", "Compilation", .flag,
      "itsk:cpil id3:TCMP id3:TCP ape:Compilation"),
    MetadataField(
      "copyright", "Copyright", .text,
      """
      itsk:cprt itsk:@cpy mdta:.copyright id3:TCOP id3:TCR udta:@cpy uiso:cprt \
      ape:Copyright riff:ICOP aiff:(c)\\x20 exif:Copyright xmp:dc:rights[1]
      """,
      discloses: .person),
    MetadataField(
      "publisher", "Publisher", .text,
      """
      itsk:@pub mdta:.publisher id3:TPUB id3:TPB udta:@pub ape:Publisher \
      itlk:com.apple.iTunes.LABEL xtra:WM/Publisher
      """,
      else: "itsk:@mak",
      discloses: .credit),
    MetadataField(
      "encoder", "Encoder", .text,
      """
      itsk:@too mdta:.software id3:TSSE id3:TSS udta:@swr udta:\\x40swr udta:@too \
      uiso:swre mdta:encoder riff:ISFT exif:Software insta360:Firmware xmp:xmp:CreatorTool
      """,
      discloses: .software),
    MetadataField(
      "encodedBy", "Encoded by", .text,
      """
      itsk:@enc mdta:.encodedby id3:TENC id3:TEN udta:@enc ape:EncodedBy riff:ITCH \
      xtra:WM/EncodedBy
      """,
      discloses: .person),
    MetadataField(
      "author", "Author", .text,
      """
      itsk:@aut mdta:.author id3:TEXT id3:TXT udta:@aut uiso:auth ape:Lyricist lyrics3:AUT \
      xtra:WM/Writer
      """,
      discloses: .person, isPrivate: true),
    MetadataField(
      "description", "Description", .text,
      """
      itsk:desc itsk:@des itsk:dscp mdta:.description mdta:.information id3:TDES id3:TDS udta:@des udta:@inf \
      uiso:dscp riff:ISBJ xmp:dc:description[1]
      """,
      discloses: .comment),
    MetadataField(
      "longDescription", "Long description", .text,
      "itsk:ldes",
      discloses: .comment),
    MetadataField(
      "lyrics", "Lyrics", .lyrics,
      "itsk:@lyr id3:USLT id3:ULT udta:@lyr ape:Lyrics lyrics3:LYR xtra:WM/Lyrics id3:SYLT id3:SLT"),
    MetadataField(
      "location", "Location", .text,
      "itsk:@xyz mdta:.location.ISO6709 udta:@xyz udta:\\x40xyz uiso:loci exif:GPSPosition insta360:Position",
      // What cameras leave in bytes of their own.
      else: """
        udta:loci udta:GPS\\x20 udta:gps0 udta:GPMF udta:GPS0 uiso:GPS\\x20 uiso:gps0 uiso:GPMF \
        uiso:GPS0
        """,
      discloses: .place),
    MetadataField(
      "make", "Make", .text,
      """
      mdta:.make mdta:com.android.manufacturer udta:@mak udta:\\x40mak uiso:manu exif:Make \
      xmp:tiff:Make riff:ecor
      """,
      discloses: .device),
    MetadataField(
      "model", "Model", .text,
      """
      mdta:.model mdta:com.android.model udta:@mod udta:\\x40mod udta:@mdl uiso:modl udta:CNMN uiso:CNMN exif:Model \
      insta360:Model \
      xmp:tiff:Model riff:emdl
      """,
      discloses: .device),
    MetadataField(
      "language", "Language", .text,
      "id3:TLAN id3:TLA ape:Language riff:ILNG"),
    MetadataField(
      "serialNumber", "Serial number", .text,
      """
      udta:SNum uiso:SNum udta:CAME uiso:CAME insta360:SerialNumber exif:BodySerialNumber exif:CameraSerialNumber \
      exif:Canon:SerialNumber exif:Nikon:SerialNumber exif:Olympus:SerialNumber exif:Pentax:SerialNumber \
      xmp:exifEX:BodySerialNumber xmp:aux:SerialNumber
      """,
      discloses: .device, isPrivate: true),
    MetadataField(
      "account", "Account", .text,
      "itsk:apID",
      discloses: .account, isPrivate: true),
    MetadataField(
      "owner", "Owner", .text,
      "itsk:ownr id3:TOWN exif:CameraOwnerName exif:Canon:OwnerName xmp:exifEX:CameraOwnerName xmp:aux:OwnerName",
      discloses: .account, isPrivate: true),
    MetadataField(
      "purchaseDate", "Purchased", .date,
      "itsk:purd",
      discloses: .account, isPrivate: true),
    // What a shop calls a work, whoever bought it.
    MetadataField(
      "storeID", "Store ID", .text,
      "itsk:cnID"),
    // Identifiers of other kinds than that of the track, which they can never be equal to: that of its album, and what its
    // vendor calls the track.
    MetadataField(
      "playlistID", "Playlist ID", .text,
      "itsk:plID"),
    MetadataField(
      "vendorID", "Vendor ID", .text,
      "itsk:xid\\x20"),
    MetadataField(
      "conductor", "Conductor", .text,
      "itsk:@con id3:TPE3 id3:TP3 itlk:com.apple.iTunes.CONDUCTOR ape:Conductor xtra:WM/Conductor",
      discloses: .credit),
    MetadataField(
      "remixer", "Remixer", .text,
      "id3:TPE4 id3:TP4 itlk:com.apple.iTunes.REMIXER ape:MixArtist",
      discloses: .credit),
    MetadataField(
      "producer", "Producer", .producer,
      """
      itsk:@prd mdta:.producer udta:@prd id3:TIPL id3:IPLS id3:IPL \
      itlk:com.apple.iTunes.PRODUCER ape:Producer xtra:WM/Producer
      """,
      discloses: .person),
    MetadataField(
      "director", "Director", .text,
      "itsk:@dir mdta:.director udta:@dir xtra:WM/Director",
      discloses: .person),
    MetadataField(
      "keywords", "Keywords", .text,
      "itsk:keyw mdta:.keywords id3:TKWD id3:TKW udta:@key uiso:kywd riff:IKEY",
      discloses: .comment),
    MetadataField(
      "rating", "Rating", .number,
      "itsk:rate mdta:.rating.user id3:POPM id3:POP uiso:urat xtra:WM/SharedUserRating"),
    MetadataField(
      "isrc", "ISRC", .text,
      "id3:TSRC id3:TRC itlk:com.apple.iTunes.ISRC udta:@isr ape:ISRC"),
    MetadataField(
      "work", "Work", .text,
      "itsk:@wrk"),
    MetadataField(
      "movement", "Movement", .text,
      "itsk:@mvn id3:MVNM id3:MVN"),
    MetadataField(
      "show", "Show", .text,
      "itsk:tvsh"),
    MetadataField(
      "season", "Season", .number,
      "itsk:tvsn"),
    MetadataField(
      "episode", "Episode", .number,
      "itsk:tves"),
    MetadataField(
      "sortName", "Sort name", .text,
      "itsk:sonm id3:TSOT id3:TST id3:XSOT"),
    MetadataField(
      "sortArtist", "Sort artist", .text,
      "itsk:soar id3:TSOP id3:TSP id3:XSOP",
      discloses: .credit),
    MetadataField(
      "sortAlbum", "Sort album", .text,
      "itsk:soal id3:TSOA id3:TSA id3:XSOA"),
    MetadataField(
      "sortAlbumArtist", "Sort album artist", .text,
      "itsk:soaa id3:TSO2 id3:TS2",
      discloses: .credit),
    MetadataField(
      "sortComposer", "Sort composer", .text,
      "itsk:soco id3:TSOC id3:TSC",
      discloses: .credit),
    MetadataField(
      "sortShow", "Sort show", .text,
      "itsk:sosn"),
    MetadataField(
      "podcastURL", "Podcast feed", .text,
      "itsk:purl id3:WFED id3:WFD"),
    MetadataField(
      "podcastID", "Podcast ID", .text,
      "itsk:egid id3:TGID id3:TID"),
    MetadataField(
      "accessibilityDescription", "Accessibility", .text,
      "mdta:.accessibility.description udta:@ade uiso:ades"),
    MetadataField(
      "contentIdentifier", "Content identifier", .text,
      "mdta:.content.identifier",
      discloses: .identifier, isPrivate: true),
    MetadataField(
      "trackGain", "Track gain", .text,
      """
      itlk:com.apple.iTunes.replaygain_track_gain id3:TXXX|replaygain_track_gain id3:TXX|replaygain_track_gain \
      ape:replaygain_track_gain itlk:org.hydrogenaudio.replaygain.replaygain_track_gain
      """),
    MetadataField(
      "albumGain", "Album gain", .text,
      """
      itlk:com.apple.iTunes.replaygain_album_gain id3:TXXX|replaygain_album_gain id3:TXX|replaygain_album_gain \
      ape:replaygain_album_gain itlk:org.hydrogenaudio.replaygain.replaygain_album_gain
      """),
  ]

  /// The field of this name.
  ///
  /// - Parameter id: The identifier: `albumArtist`.
  /// - Returns: The field; `nil` when none has the identifier.
  public static func named(_ id: String) -> MetadataField? { all.first { $0.id.description == id } }

  /// A key that feeds a field.
  package struct Use: Sendable {
    /// The field's place in ``all``.
    package let field: Int
    /// The key's place among those of the field, the preferred one first.
    package let number: Int
    /// Where it is written.
    fileprivate let place: KeyIndex.Place
    /// Whether the key means something else.
    package var isOther: Bool { place.table & 1 == 1 }

    /// The description that a frame must have, in lower case.
    package var description: String? { MetadataField.description(at: place) }
  }

  /// The fields that the key of `identifier` feeds.
  package static func uses(of identifier: MetadataIdentifier) -> [Use] {
    var uses: [Use] = []
    indexes.of(identifier.keySpace).each(of: identifier, text: text(of:)) { place in
      uses.append(Use(field: place.table / 2, number: place.number, place: place))
    }
    return uses
  }

  /// The keys of two tables for each field: those that mean it, and those that stand in.
  private static func text(of table: Int) -> StaticString {
    table & 1 == 0 ? all[table / 2].sources : all[table / 2].others
  }

  private static let indexes = KeyIndexes { keySpace in
    var index = KeyIndex(capacity: 1_024)
    let wanted = (space: keySpace, packed: keySpace.packed)
    for field in all.indices {
      var number = 0
      for table in [field * 2, field * 2 + 1] {
        eachKey(of: table, in: wanted) { key, start, end in
          if let key {
            index.add(
              key, at: KeyIndex.Place(table: table, start: start, end: end, number: number))
          }
          number += 1
        }
      }
    }
    return index
  }

  /// Goes through the words of a table: key space, colon, key.
  ///
  /// - Parameters:
  ///   - wanted: The key space whose keys are read, and the number of its prefix; `nil` for all.
  ///   - body: Has the key; `nil` for one of another key space.
  private static func eachKey(
    of table: Int, in wanted: (space: MetadataKeySpace, packed: UInt64)? = nil,
    _ body: (WrittenKey?, _ start: Int, _ end: Int) -> Void
  ) {
    let text = text(of: table).rawBytes
    var start = 0
    while start < text.byteCount {
      let next = text.offset(of: UInt8(ascii: " "), from: start) ?? text.byteCount
      // Behind a bar stands a description, which has no colon.
      if let colon = text.offset(of: UInt8(ascii: ":"), from: start), colon < next {
        var space: UInt64 = 0
        for at in start..<colon { space = space &<< 8 | UInt64(text.byte(at: at) ?? 0) }
        if let wanted, wanted.packed != space {
          body(nil, colon + 1, next)
        } else {
          let keySpace =
            wanted?.space ?? MetadataKeySpace(identifierPrefix: String(copying: text.extracting(start..<colon)))
          var end = colon + 1
          let key = WrittenKey(keySpace, space: space, in: text, at: colon + 1, end: &end)
          body(key, colon + 1, end)
        }
      }
      start = next + 1
    }
  }

  private static func description(at place: KeyIndex.Place) -> String? {
    let text = text(of: place.table).rawBytes
    guard text.byte(at: place.end) == UInt8(ascii: "|") else { return nil }
    var end = place.end + 1
    while let byte = text.byte(at: end), byte != UInt8(ascii: " ") { end += 1 }
    return written(String(copying: text.extracting(place.end + 1..<end)))
  }

  /// A name of a table, in which `\x20` is a blank; nothing else is escaped there.
  private static func written(_ name: String) -> String {
    guard name.utf8.contains(UInt8(ascii: "\\")) else { return name }
    var bytes: [UInt8] = []
    var left = 0
    for byte in name.utf8 {
      if byte == UInt8(ascii: "\\") {
        bytes.append(UInt8(ascii: " "))
        left = 3
      } else if left > 0 {
        left -= 1
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The codes of iTunes lists and user data that mean the field of this name, the preferred first.
  static func codes(of id: StaticString) -> [(isITunes: Bool, code: FourCC)] {
    guard let place = all.firstIndex(where: { $0.id.isSame(as: id) }) else { return [] }
    let (list, data) = (MetadataKeySpace.iTunes.packed, MetadataKeySpace.quickTimeUserData.packed)
    let other = MetadataKeySpace.isoUserData.packed
    var codes: [(isITunes: Bool, code: FourCC)] = []
    eachKey(of: place * 2) { key, _, _ in
      guard let key, key.space == list || key.space == data || key.space == other else { return }
      codes.append((key.space == list, FourCC(UInt32(truncatingIfNeeded: key.number))))
    }
    return codes
  }

  /// The keys of QuickTime metadata that mean the field of this name, the preferred one first.
  static func metadataKeys(of id: String) -> [String] {
    (named(id)?.identifiers ?? []).compactMap { identifier in
      guard identifier.keySpace == .quickTimeMetadata, case .text(let key) = identifier.key else { return nil }
      return key
    }
  }

  /// The identifiers that the field is read from, the preferred one first.
  public var identifiers: [MetadataIdentifier] { Self.read(sources) + Self.read(others) }

  private static func read(_ text: StaticString) -> [MetadataIdentifier] {
    text.description.split(separator: " ").compactMap { word in
      guard let colon = word.firstIndex(of: ":") else { return nil }
      let space = MetadataKeySpace(identifierPrefix: word[..<colon])
      var name = word[word.index(after: colon)...].prefix { $0 != "|" }.description
      if !space.hasCodes { name = written(name) }
      if name.hasPrefix(".") { name = "com.apple.quicktime" + name }
      guard let key = space.key(string: name) else { return nil }
      return MetadataIdentifier(space, key).folded
    }
  }
}

extension MetadataIdentifier {
  /// The identifier by which fields find it: keys of APE tags and freeform items have no case.
  var folded: MetadataIdentifier {
    guard keySpace == .ape || keySpace == .iTunesLong, case .text(let text) = key else {
      return self
    }
    return MetadataIdentifier(keySpace, .text(text.lowercased()))
  }
}
