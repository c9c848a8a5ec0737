import ByteReading

/// What is known of identifiers: the names of AVFoundation's constants and the common keys.
///
/// One line a key: the key, as key string where it is a number; the rest of the constant's name, or
/// `-`; its common key, or `-`. Other keys need no line: identifiers are made by rule. What people
/// call an item stands with its syntax table.
enum MetadataTable {
  /// One line.
  struct Entry: Sendable {
    let identifier: MetadataIdentifier
    /// What AVFoundation calls it after `AVMetadataIdentifier`: `iTunesMetadataSongName`.
    let constant: String?
    let commonKey: CommonKey?
  }

  /// The lines of one key space and what its constants begin with.
  private struct Family {
    let keySpace: MetadataKeySpace
    let prefix: StaticString
    let lines: StaticString
  }

  private static let families: [Family] = [
    Family(keySpace: .common, prefix: "CommonIdentifier", lines: common),
    Family(keySpace: .iTunes, prefix: "iTunesMetadata", lines: iTunes),
    Family(keySpace: .quickTimeMetadata, prefix: "QuickTimeMetadata", lines: quickTimeMetadata),
    Family(keySpace: .quickTimeUserData, prefix: "QuickTimeUserData", lines: quickTimeUserData),
    Family(keySpace: .isoUserData, prefix: "", lines: isoUserData),
    Family(keySpace: .id3, prefix: "ID3Metadata", lines: id3),
    Family(keySpace: .icy, prefix: "IcyMetadata", lines: icy),
  ]

  /// What a constant of this key space is called behind what all of them begin with.
  static func name(of constant: String, in keySpace: MetadataKeySpace) -> Substring? {
    guard let family = families.first(where: { $0.keySpace == keySpace }) else { return nil }
    return constant.dropFirst(family.prefix.description.count)
  }

  /// All lines, in the order written.
  static let entries: [Entry] = families.flatMap { family in
    family.lines.description.split(separator: "\n").compactMap { line -> Entry? in
      let words = line.split(separator: " ")
      guard words.count == 3, let key = family.keySpace.key(string: words[0]) else { return nil }
      return Entry(
        identifier: MetadataIdentifier(family.keySpace, key),
        constant: words[1] == "-" ? nil : family.prefix.description + words[1],
        commonKey: words[2] == "-" ? nil : CommonKey(rawValue: String(words[2])))
    }
  }

  /// Where the line of each key stands.
  private static let indexes = KeyIndexes { keySpace in
    var index = KeyIndex(capacity: 1_024)
    for (table, family) in families.enumerated() where family.keySpace == keySpace {
      let text = family.lines.rawBytes
      let space = family.keySpace.packed
      var start = 0
      var number = 0
      while start < text.byteCount {
        var end = start
        let key = WrittenKey(family.keySpace, space: space, in: text, at: start, end: &end)
        index.add(key, at: KeyIndex.Place(table: table, start: start, end: end, number: number))
        while let byte = text.byte(at: end), byte != 0x0A { end += 1 }
        start = end + 1
        number += 1
      }
    }
    return index
  }

  /// The common key of `identifier`, if it has one.
  static func commonKey(of identifier: MetadataIdentifier) -> CommonKey? {
    var key: CommonKey?
    each(of: identifier) { _, _, common in key = common.map(CommonKey.init(rawValue:)) ?? key }
    return key
  }

  /// What AVFoundation calls `identifier`, if it has a constant for it.
  static func constant(of identifier: MetadataIdentifier) -> String? {
    var found: (number: Int, name: String)?
    each(of: identifier) { place, constant, _ in
      guard let constant, place.number < found?.number ?? .max else { return }
      found = (place.number, families[place.table].prefix.description + constant)
    }
    return found?.name
  }

  /// Passes `body` the second and the third word of each line of `identifier`; `nil` for `-`.
  private static func each(
    of identifier: MetadataIdentifier,
    _ body: (_ place: KeyIndex.Place, _ constant: String?, _ commonKey: String?) -> Void
  ) {
    indexes.of(identifier.keySpace).each(of: identifier, text: { families[$0].lines }) { place in
      let text = families[place.table].lines.rawBytes
      var start = place.end + 1
      func word() -> String? {
        let first = start
        var end = start
        while let byte = text.byte(at: end), byte != 0x0A, byte != UInt8(ascii: " ") { end += 1 }
        start = end + 1
        let word = text.extracting(min(first, end)..<end)
        return word.byteCount == 1 && word.byte(at: 0) == UInt8(ascii: "-") ? nil : String(copying: word)
      }
      let constant = word()
      body(place, constant, word())
    }
  }

  /// Keys that all key spaces have in common.
  private static let common: StaticString = #"""
    accessibilityDescription AccessibilityDescription accessibilityDescription
    albumName AlbumName albumName
    artist Artist artist
    artwork Artwork artwork
    identifier AssetIdentifier identifier
    author Author author
    contributor Contributor contributor
    copyrights Copyrights copyrights
    creationDate CreationDate creationDate
    creator Creator creator
    description Description description
    format Format format
    language Language language
    lastModifiedDate LastModifiedDate lastModifiedDate
    location Location location
    make Make make
    model Model model
    publisher Publisher publisher
    relation Relation relation
    software Software software
    source Source source
    subject Subject subject
    title Title title
    type Type type
    """#

  /// Items of iTunes lists.
  private static let iTunes: StaticString = #"""
    @nam SongName title
    @ART Artist artist
    aART AlbumArtist -
    @alb Album albumName
    @grp - subject
    grup Grouping subject
    @wrt Composer creator
    @cmt UserComment description
    @gen UserGenre type
    gnre PredefinedGenre type
    @day ReleaseDate creationDate
    trkn TrackNumber -
    disk DiscNumber -
    tmpo BeatsPerMin -
    cpil DiscCompilation -
    covr CoverArt artwork
    cprt Copyright copyrights
    @cpy - copyrights
    @too EncodingTool software
    @enc EncodedBy -
    @lyr Lyrics -
    @st3 TrackSubTitle -
    @con Conductor -
    @sol Soloist -
    @arg Arranger -
    @ope OriginalArtist -
    @dir Director -
    @ard ArtDirector -
    @aut Author author
    @cak Acknowledgement -
    @des Description description
    @equ EQ -
    @lnt LinerNotes -
    @mak RecordCompany -
    @phg PhonogramRights -
    @prd Producer -
    @prf Performer -
    @pub Publisher publisher
    @sne SoundEngineer -
    @src Credits -
    @thx Thanks -
    @url OnlineExtras -
    @xpd ExecProducer -
    akID AccountKind -
    apID AppleID -
    atID ArtistID -
    cnID SongID identifier
    geID GenreID -
    plID PlaylistID -
    rtng ContentRating -
    desc - description
    @xyz - location
    """#

  /// Keys of QuickTime metadata.
  private static let quickTimeMetadata: StaticString = #"""
    com.apple.quicktime.accessibility.description AccessibilityDescription accessibilityDescription
    com.apple.quicktime.album Album albumName
    com.apple.quicktime.arranger Arranger -
    com.apple.quicktime.artist Artist artist
    com.apple.quicktime.artwork Artwork artwork
    com.apple.quicktime.author Author author
    com.apple.quicktime.live-photo.auto AutoLivePhoto -
    com.apple.quicktime.camera.framereadouttimeinmicroseconds CameraFrameReadoutTime -
    com.apple.quicktime.camera.identifier CameraIdentifier -
    com.apple.quicktime.collection.user CollectionUser -
    com.apple.quicktime.comment Comment description
    com.apple.quicktime.composer Composer creator
    com.apple.quicktime.content.identifier ContentIdentifier identifier
    com.apple.quicktime.copyright Copyright copyrights
    com.apple.quicktime.creationdate CreationDate creationDate
    com.apple.quicktime.credits Credits -
    com.apple.quicktime.description Description description
    com.apple.quicktime.detected-cat-body DetectedCatBody -
    com.apple.quicktime.detected-dog-body DetectedDogBody -
    com.apple.quicktime.detected-face DetectedFace -
    com.apple.quicktime.detected-human-body DetectedHumanBody -
    com.apple.quicktime.detected-salient-object DetectedSalientObject -
    com.apple.quicktime.direction.facing DirectionFacing -
    com.apple.quicktime.direction.motion DirectionMotion -
    com.apple.quicktime.director Director -
    com.apple.quicktime.displayname DisplayName title
    com.apple.quicktime.encodedby EncodedBy -
    com.apple.quicktime.genre Genre type
    com.apple.quicktime.information Information -
    com.apple.quicktime.is-montage IsMontage -
    com.apple.quicktime.keywords Keywords -
    com.apple.quicktime.live-photo.vitality-score LivePhotoVitalityScore -
    com.apple.quicktime.live-photo.vitality-scoring-version LivePhotoVitalityScoringVersion -
    com.apple.quicktime.location.body LocationBody -
    com.apple.quicktime.location.date LocationDate -
    com.apple.quicktime.location.accuracy.horizontal LocationHorizontalAccuracyInMeters -
    com.apple.quicktime.location.ISO6709 LocationISO6709 location
    com.apple.quicktime.location.name LocationName -
    com.apple.quicktime.location.note LocationNote -
    com.apple.quicktime.location.role LocationRole -
    com.apple.quicktime.make Make make
    com.apple.quicktime.model Model model
    com.apple.quicktime.originalartist OriginalArtist -
    com.apple.quicktime.performer Performer -
    com.apple.quicktime.phonogramrights PhonogramRights -
    com.apple.quicktime.preferred-affine-transform PreferredAffineTransform -
    com.apple.quicktime.producer Producer -
    com.apple.quicktime.publisher Publisher publisher
    com.apple.quicktime.rating.user RatingUser -
    com.apple.quicktime.software Software software
    com.apple.quicktime.spatial-overcapture.quality-score SpatialOverCaptureQualityScore -
    com.apple.quicktime.spatial-overcapture.quality-scoring-version SpatialOverCaptureQualityScoringVersion -
    com.apple.quicktime.title Title title
    com.apple.quicktime.video-orientation VideoOrientation -
    com.apple.quicktime.year Year creationDate
    info.ixml.xml iXML -
    """#

  /// User data of QuickTime; some writers use a real `@`.
  private static let quickTimeUserData: StaticString = #"""
    tagc TaggedCharacteristic -
    tnam TrackName -
    @ade AccessibilityDescription accessibilityDescription
    @alb Album albumName
    @arg Arranger -
    @ART Artist artist
    @aut Author author
    @chp Chapter -
    @cmt Comment description
    @com Composer creator
    @cpy Copyright copyrights
    @day CreationDate creationDate
    @des Description description
    @dir Director -
    @dis Disclaimer -
    @enc EncodedBy -
    @fmt OriginalFormat -
    @gen Genre type
    @hst HostComputer -
    @inf Information description
    @key Keywords -
    @mak Make make
    @mod Model model
    @nam FullName title
    @ope OriginalArtist -
    @phg PhonogramRights -
    @prd Producer -
    @PRD Product -
    @prf Performers artist
    @pub Publisher publisher
    @req SpecialPlaybackRequirements -
    @src Credits -
    @swr Software software
    @trk Track -
    @url URLLink -
    @wrn Warning -
    @wrt Writer creator
    @xyz LocationISO6709 location
    @grp - subject
    \x40day - creationDate
    \x40mak - make
    \x40mod - model
    @mdl - model
    CNMN - model
    \x40swr - software
    \x40xyz - location
    """#

  /// User data of ISO and 3GPP; two have the key `cprt`.
  private static let isoUserData: StaticString = #"""
    ades ISOUserDataAccessibilityDescription accessibilityDescription
    albm 3GPUserDataAlbumAndTrack albumName
    auth 3GPUserDataAuthor author
    clsf 3GPUserDataMediaClassification type
    coll 3GPUserDataCollection -
    cprt 3GPUserDataCopyright copyrights
    date ISOUserDataDate creationDate
    dscp 3GPUserDataDescription description
    gnre 3GPUserDataGenre type
    kywd 3GPUserDataKeywordList -
    loci 3GPUserDataLocation location
    perf 3GPUserDataPerformer artist
    rtng 3GPUserDataMediaRating -
    tagc ISOUserDataTaggedCharacteristic -
    thmb 3GPUserDataThumbnail artwork
    titl 3GPUserDataTitle title
    urat 3GPUserDataUserRating -
    yrrc 3GPUserDataRecordingYear creationDate
    manu - make
    modl - model
    CNMN - model
    swre - software
    cprt ISOUserDataCopyright copyrights
    """#

  /// Frames of ID3v2; those of three characters are of version 2.2.
  private static let id3: StaticString = #"""
    TSOA AlbumSortOrder -
    TALB AlbumTitle albumName
    APIC AttachedPicture artwork
    AENC AudioEncryption -
    ASPI AudioSeekPointIndex -
    TPE2 Band -
    TBPM BeatsPerMinute -
    COMM Comments description
    COMR Commercial -
    WCOM CommercialInformation -
    COMR Commerical -
    TCOM Composer creator
    TPE3 Conductor -
    TIT1 ContentGroupDescription subject
    TCON ContentType type
    TCOP Copyright copyrights
    WCOP CopyrightInformation -
    TDAT Date -
    TENC EncodedBy -
    TSSE EncodedWith software
    TDEN EncodingTime -
    ENCR Encryption -
    EQUA Equalization -
    EQU2 Equalization2 -
    ETCO EventTimingCodes -
    TOWN FileOwner -
    TFLT FileType -
    GEOB GeneralEncapsulatedObject -
    GRID GroupIdentifier -
    TKEY InitialKey -
    TSRC InternationalStandardRecordingCode -
    TRSN InternetRadioStationName -
    TRSO InternetRadioStationOwner -
    IPLS InvolvedPeopleList_v23 -
    TIPL InvolvedPeopleList_v24 -
    TLAN Language language
    TPE1 LeadPerformer artist
    TLEN Length -
    LINK Link -
    TEXT Lyricist author
    MLLT MPEGLocationLookupTable -
    TMED MediaType -
    TPE4 ModifiedBy -
    TMOO Mood -
    MCDI MusicCDIdentifier -
    TMCL MusicianCreditsList -
    WOAR OfficialArtistWebpage -
    WOAF OfficialAudioFileWebpage -
    WOAS OfficialAudioSourceWebpage -
    WORS OfficialInternetRadioStationHomepage -
    WPUB OfficialPublisherWebpage -
    TOAL OriginalAlbumTitle -
    TOPE OriginalArtist -
    TOFN OriginalFilename -
    TOLY OriginalLyricist -
    TDOR OriginalReleaseTime -
    TORY OriginalReleaseYear -
    OWNE Ownership -
    TPOS PartOfASet -
    WPAY Payment -
    TSOP PerformerSortOrder -
    PCNT PlayCounter -
    TDLY PlaylistDelay -
    POPM Popularimeter -
    POSS PositionSynchronization -
    PRIV Private -
    TPRO ProducedNotice -
    TPUB Publisher publisher
    RBUF RecommendedBufferSize -
    TRDA RecordingDates -
    TDRC RecordingTime creationDate
    RVAD RelativeVolumeAdjustment -
    RVA2 RelativeVolumeAdjustment2 -
    TDRL ReleaseTime -
    RVRB Reverb -
    SEEK Seek -
    TSST SetSubtitle -
    SIGN Signature -
    TSIZ Size -
    TIT3 SubTitle -
    SYLT SynchronizedLyric -
    SYTC SynchronizedTempoCodes -
    TDTG TaggingTime -
    USER TermsOfUse -
    TIME Time -
    TIT2 TitleDescription title
    TSOT TitleSortOrder -
    TRCK TrackNumber -
    UFID UniqueFileIdentifier identifier
    USLT UnsynchronizedLyric -
    TXXX UserText -
    WXXX UserURL -
    TYER Year creationDate
    TT2 - title
    TP1 - artist
    TAL - albumName
    TT1 - subject
    GRP1 - subject
    GP1 - subject
    TCM - creator
    COM - description
    PIC - artwork
    TCO - type
    TYE - creationDate
    TCR - copyrights
    TPB - publisher
    TSS - software
    TXT - author
    TDES - description
    TLA - language
    UFI - identifier
    """#

  /// What comes with streams.
  private static let icy: StaticString = #"""
    StreamTitle StreamTitle title
    StreamUrl StreamURL -
    """#
}
