import Atoms
package import ByteReading
import ID3
package import MediaFacts
import SoundFiles
package import Structure

extension MediaFile {
  /// What the node at `index`, or a field of it, is to somebody who plays the file: as its type says, or
  /// that of the nearest node that it lies in.
  ///
  /// What nobody knows is part of the file only, which is never said to be the same then.
  package static func aspect(
    of index: NodeIndex, _ field: FieldPath, in document: Document
  ) -> AspectRole {
    let tree = document.tree
    // The film in a motion photo is none of the file's: no proof goes through its tables and samples.
    if tree[index].type == "mpvd" || tree.ancestor("mpvd", of: index) != nil {
      var role = AspectRole(.samples, excuse: "the film beside the picture ('mpvd') is another")
      role.isUnproved = true
      return role
    }
    var role =
      document.context is AtomContext
      ? AspectRoles.ofAtom(index, field, document) : AspectRoles.ofTag(index, field, document)
    if document.context is AtomContext {
      AspectRoles.doubt(&role, of: index, field, document)
      role.excuseWhereSame = AspectRoles.excuseWhereSame(tree[index].type.key, role)
    }
    role.itemPart = AspectRoles.itemPart(of: index, field, document)
    role.isOfNumbers = tree[index].type == "keys" && !field.isEmpty
    role.leadsToItems = tree[index].type.leadsToItems
    role.isPlayed = AspectRoles.isPlayed(tree[index].type.key, field)
    if field.isEmpty { role.order = AspectRoles.order(of: index, role, document) }
    return role
  }
}

extension FourCC {
  /// Whether a box of this type is no item itself, but says what the items beside it are.
  package var leadsToItems: Bool { self == "hdlr" || self == "keys" }

  /// Whether it is that of a tag whose frames are known by their types: items of APE have names.
  package var isTagOfFrames: Bool { rawValue >> 8 == AspectRoles.tagOfFrames }
}

extension AspectRoles {
  static func ofAtom(_ index: NodeIndex, _ field: FieldPath, _ document: Document) -> AspectRole {
    let tree = document.tree
    if MediaFile.isPadding(index, document) { return ofPadding(index, field, document) }
    let name = field.parts.first?.name ?? ""
    if let role = AspectRoles.ofWord(index, document) { return role }
    if tree[index].type == "XMP ", WriterNames.isProperty(field, of: index, document) {
      return AspectRole(.tags, excuse: WriterNames.excuse)
    }
    // Another sample entry is another coding, whatever its type is elsewhere.
    if field.isEmpty, let parent = tree.parent(of: index), tree[parent].type == "stsd" {
      var role = AspectRole(.setup)
      role.isDecoding = true
      return role
    }
    var place: NodeIndex? = index
    var isOwn = true
    while let here = place {
      let type = tree[here].type.key
      if isOwn {
        let last = field.parts.last?.name ?? ""
        if let role = AspectRoles.ofCoding(field, type, at: here, document) { return role }
        if let role = AspectRoles.ofField["\(type).\(name)"] ?? AspectRoles.ofField["\(type).\(last)"]
          ?? AspectRoles.ofField["*.\(last)"]
        {
          return changed(role, type: type, name: last, of: here, in: document)
        }
      }
      if tree[here].type == .uuid, let type = tree.program(of: tree[here])?.syntax.extendedType.description,
        var role = AspectRoles.ofExtendedType[type]
      {
        role.isIdentity = role.aspect == .protection
        return role
      }
      if let role = ofKeys(here, type, document) { return role }
      if var role = ofPlace(here, type, tree, field) {
        role.isIdentity = isOwn && isKindOfMedia(here, type, field, tree)
        return role
      }
      if isOwn, field.isEmpty, let role = ofWhole(here, type, document) { return role }
      if var role = AspectRoles.ofType[type] ?? AspectRoles.ofType[String(type.prefix { $0 != " " })] {
        // What nobody knows is gone through by nobody.
        if !isOwn, role.isWalked, ["moof", "traf", "edts"].contains(type) { return AspectRole(.file) }
        // Only what the items of the file are made of is gone through.
        if type == "dimg" { role.isWalked = tree[here].depth == 2 }
        role.isIdentity =
          role.aspect == .protection
          && (AspectRoles.decryption.contains(type) || field.parts.last?.name.hasSuffix("KID") == true
            // One more is no other one.
            || type == "pssh" && !field.isEmpty)
          || isOwn && isKindOfMedia(here, type, field, tree)
        if isOwn, let special = AspectRoles.ofPicture(
          role, type: type, at: here, field: field, in: document) { return special }
        role.isDecoding =
          AspectRoles.decoding.contains(type) && !AspectRoles.hints.contains(field.parts.last?.name ?? "")
        if field.isEmpty, isOwn, AspectRoles.holding.contains(type), holdsConfiguration(index, tree) {
          role.isDecoding = true
          if role.aspect != .setup { role.besides = [.setup] }
        }
        // Most kinds of groups are in no list of types: they are what their list is.
        if field.parts.first?.name == EntityGroup.Field.group_id.rawValue, isName(ofGroup: index, document) {
          role.excuse = "numbers of groups"
        }
        return role
      }
      place = tree.parent(of: here)
      if let place, let role = AspectRoles.ofWord(place, document) { return role }
      isOwn = false
    }
    return AspectRole(.file)
  }

  /// Which samples are encrypted, and by which key, where groups of samples say it (23001-7 §6).
  private static func ofKeys(_ index: NodeIndex, _ type: String, _ document: Document) -> AspectRole? {
    let kind: FourCC?
    switch type {
    case "sgpd": kind = document.view(SampleGroupDescription.self, of: index).code(.grouping_type)
    case "sbgp": kind = document.view(SampleToGroup.self, of: index).code(.grouping_type)
    default: return nil
    }
    guard kind == "seig" else { return nil }
    var role = AspectRole(.protection)
    role.isIdentity = true
    return role
  }

  /// Types that are something else within some nodes: what kind of metadata it is, and which coding a `wave` is for.
  private static func ofPlace(_ index: NodeIndex, _ type: String, _ tree: Tree, _ field: FieldPath) -> AspectRole? {
    // The general header is that of timecode, and of texts and the like as well; other files have another header in its
    // place.
    if type == "gmhd", tree.child("tmcd", of: index) == nil {
      return AspectRole(!field.isEmpty && tree.child("text", of: index) != nil ? .text : .file)
    }
    guard let parent = tree.parent(of: index) else { return nil }
    if type == "text", tree[parent].type == "gmhd" { return AspectRole(field.isEmpty ? .file : .text) }
    guard type == "hdlr" || type == "frma" else { return nil }
    if type == "hdlr", tree[parent].type == "meta", tree[parent].depth > 0 { return AspectRole(.tags) }
    return type == "frma" && tree[parent].type == "wave" ? AspectRole(.setup) : nil
  }

  /// Whether a field says what kind of media a track, or what kind of metadata a `meta` holds: as another kind nobody
  /// finds it.
  private static func isKindOfMedia(_ index: NodeIndex, _ type: String, _ field: FieldPath, _ tree: Tree) -> Bool {
    guard type == "hdlr", let parent = tree.parent(of: index), ["mdia", "meta"].contains(tree[parent].type.key)
    else { return false }
    return field.parts.first.flatMap { HandlerReference.Field(rawValue: $0.name) } == .handler_type
  }

  /// Nodes whose coming or going says something else than another value in them.
  private static func ofWhole(_ index: NodeIndex, _ type: String, _ document: Document) -> AspectRole? {
    let tree = document.tree
    // That fragments follow; when these end they say themselves.
    if type == "mehd" { return AspectRole(.opening) }
    if WriterNames.holds(index, document) { return AspectRole(.tags, excuse: WriterNames.excuse) }
    if type == "udta" { return ofUserData(index, tree) }
    // The file itself, in the words of QuickTime or of MP4: where samples lie was gone through.
    guard let parent = tree.parent(of: index), tree[parent].type == "dref",
      (document.view(DataEntry.self, of: index).number(.flags) ?? 0) & 1 == 1
    else { return nil }
    var role = AspectRole(.file, excuse: "data references to the file itself")
    role.needsWalk = true
    return role
  }

  /// User data that came or went, of which nothing is a tag: how loud a track is, or what it is for; or that is empty.
  private static func ofUserData(_ index: NodeIndex, _ tree: Tree) -> AspectRole? {
    if tree[index].payload.byteCount <= 4 { return AspectRole(.file) }
    var first: AspectRole?
    for child in tree.children(of: index) {
      guard let role = ofType[tree[child].type.key], role.aspect != .tags, !role.isWalked else { return nil }
      if first == nil, role.excuse == nil, role.aspect != .file { first = role }
    }
    return first ?? AspectRole(.file)
  }

  /// Whether what decoders are set up by is in a node: among the properties of items, or in the `wave` of an entry.
  private static func holdsConfiguration(_ index: NodeIndex, _ tree: Tree) -> Bool {
    let end = tree[index].subtreeEnd
    var at = index.next
    for _ in 0..<65_536 where at < end {
      let type = tree[at].type.key
      if decoding.contains(type) || dividesSound(type, "") { return true }
      at = at.next
    }
    return false
  }

  /// What a field is where its table, or its value, says more than its name.
  private static func changed(
    _ role: AspectRole, type: String, name: String, of index: NodeIndex, in document: Document
  ) -> AspectRole {
    var role = role
    let tree = document.tree
    switch name {
    // An item that was clear is decrypted now.
    case "item_protection_index": role.isIdentity = true
    case "main_item_codec_config", "alpha_item_codec_config", "gainmap_item_codec_config", "codec_config_type",
      "infe_type":
      role.isDecoding = true
    // Segments in other files find their track by its number.
    case "track_ID" where tree.movie.flatMap { tree.child("mvex", of: $0) } != nil && tree.countAtTop("moof") == 0:
      role.excuse = nil
      role.isIdentity = true
    case "compressorname" where isCoding(compressorOf: index, document):
      role.excuse = nil
      role.isDecoding = true
    // A parameter set with a reserved shape is one that FFmpeg 5 refuses as a whole.
    case AVCConfiguration.Field.aspect_ratio_idc.rawValue:
      let shape = document.view(AVCConfiguration.self, of: index).number(.aspect_ratio_idc) ?? 0
      if type == "avcC", shape != 0, shape != 255, VideoUsability.pixelSides(shape) == nil {
        role.isDecoding = true
        role.besides = [.setup]
      }
    // Fragments in other files go by it, which nobody went through.
    case "default_sample_description_index", "default_sample_duration", "default_sample_size", "default_sample_flags":
      if tree.countAtTop("moof") == 0 { role.isWalked = false }
    case TimecodeEntry.Field.time_scale.rawValue, TimecodeEntry.Field.frame_duration.rawValue:
      guard type == "tmcd", let format = TimecodeFormat(index, NodeReader(document)) else { break }
      role.rate = (format.scale, format.duration, "other ticks for the same frame rate")
    // Edits are in ticks of the movie.
    case "timescale":
      role.excuseBesideTimes = "other ticks"
      role.needsWalk = type == "mdhd" || tree.indices.contains { tree[$0].type == "elst" && !tree[$0].isRaw }
    default: break
    }
    return role
  }

  /// Whether the name of a compressor is what players know the coding by, whatever the type of the entry is.
  private static func isCoding(compressorOf index: NodeIndex, _ document: Document) -> Bool {
    guard let name = document.view(VisualEntry.self, of: index).text(.compressorname) else { return false }
    return codings.contains { name.hasPrefix($0) }
  }

  /// Names of compressors by which FFmpeg chooses: planes in another order, and Sorenson Spark in `H263`.
  private static let codings = ["Planar Y'CbCr 8-bit 4:2:0", "Sorenson H263"]

  /// Whether the place of a node among those beside it is of account.
  fileprivate static func order(of index: NodeIndex, _ role: AspectRole, _ document: Document) -> AspectRole.Order {
    let tree = document.tree
    guard let parent = tree.parent(of: index) else {
      // Of two tags players show the first, or the last.
      return tagTypes.contains(tree[index].type.rawValue >> 8) ? .amongItsKind : .none
    }
    let above = tree[parent].type
    if document.context is AtomContext {
      if countedByPlace.contains(above.key) { return .amongAll }
      if above == "iinf" { return .byNumber }
      let isValue = tree[index].type == "data" || above == "ilst" && tree[index].type != "----" || above == "udta"
      return isValue && role.aspect == .tags ? .amongItsKind : .none
    }
    let isFrame = tagTypes.contains(above.rawValue >> 8) || chunksOfTags.contains(above)
    return isFrame && role.aspect == .tags && !namedFrames.contains(tree[index].type.key) ? .amongItsKind : .none
  }

  /// What holds nodes that numbers elsewhere count from the first: properties of items, sample entries, data
  /// references.
  static let countedByPlace: Set<String> = ["ipco", "stsd", "dref"]
  /// Chunks in which texts stand.
  private static let chunksOfTags: [FourCC] = ["LIST", "FORM", "RIFF"]
  /// Frames of which each has a name of its own, by which it is found.
  private static let namedFrames: Set<String> = [
    "TXXX", "TXX", "WXXX", "WXX", "PRIV", "UFID", "UFI", "GEOB", "GEO", "COMM", "COM", "USLT", "ULT", "SYLT", "SLT",
    "CHAP", "CTOC", "POPM", "POP", "LINK", "AENC", "ENCR", "GRID", "RVA2",
  ]
}

/// The table of what atoms and frames are to a viewer.
enum AspectRoles {
  /// What decoders are set up by.
  static let decoding: Set<String> = [
    "avcC", "hvcC", "vvcC", "lhvC", "mvcC", "av1C", "vpcC", "esds", "dOps", "dfLa", "alac", "mhaC", "iacb", "glbl",
    "jp2h", "uncC", "cmpC", "icef",
  ]
  /// What may hold it, beside what else an entry or an item has.
  static let holding: Set<String> = ["iprp", "ipco", "wave"]
  /// Whether how a file plays is told of a node, or of a field of it.
  static func isPlayed(_ type: String, _ field: FieldPath) -> Bool {
    switch type {
    case "trak", "pasp", "colr", "irot", "imir", "ispe", "clef", "prof", "enof", "tapt": return true
    case "tkhd", "mvhd":
      return [.matrix, .width, .height, .flags].contains(field.parts.first.flatMap { TrackHeader.Field(rawValue: $0.name) })
    // What parameter sets say of the size and the colours of pictures.
    default: return ofField["*.\(field.parts.last?.name ?? "")"]?.aspect == .display
    }
  }

  /// What of that decoders do not go by, but players that choose do.
  static let hints: Set<String> = [
    "AVCLevelIndication", "AVCProfileIndication", "profile_compatibility", "general_level_idc", "level_idc",
    "seq_level_idx_0", "level", "profileLevelIndicationIndex",
    // How long a parameter set is, and whether messages may say how pictures are paired.
    "sequenceParameterSetLength", "nalUnitLength", "pic_struct_present_flag",
    // Bits that fill a byte.
    "reserved",
    // How fast pictures come on average, how many are kept, and how long sound is: each is seen in the samples.
    "avgFrameRate", "constantFrameRate", "initial_presentation_delay_present", "initial_presentation_delay_minus_one",
    "total_samples", "minimum_frame_size", "maximum_frame_size",
    // A checksum of what is decoded.
    "MD5_signature",
  ]

  /// By the sixteen bytes of a `uuid`, as its table has them.
  static let ofExtendedType: [String: AspectRole] = {
    var roles: [String: AspectRole] = [SphericalMetadata.table.description: AspectRole(.display)]
    let types: [(aspect: Verdict.Aspect, types: [String])] = [
      (
        .tags,
        [
          // XMP, Sony's, Canon's and its preview, content credentials, Garmin's thumbnail, log and model.
          "BE7ACFCB-97A9-42E8-9C71-999491E3AFAC", "55534D54-21D2-4FCE-BB88-695CFAC9C740",
          "85C0B687-820F-11E0-8111-F4CE462B6A48", "EAF42B5E-1C98-4B88-B9FB-B7DC406E4D16",
          "D8FEC3D6-1B0E-483C-9297-5828877EC481", "116E40DC-B186-46E4-847C-D9C0C3491081",
          "9B630F8D-6374-40EC-8204-BC5FF5091728", "F76CD76A-075B-4A1E-B31C-0E7FAB7E09D4",
          // Exif and IPTC twice, GeoTIFF, resources of Photoshop, an identifier of content.
          "4A706754-6966-6645-7869-662D3E4A5032", "0537CDAB-9D0C-4431-A72A-FA561F2A113E",
          "33C7A4D2-B81D-4723-A0BA-F1A3E097AD38", "09A14E97-C0B4-42E0-BEBF-36DF6F0CE36F",
          "B14BF8BD-083D-4B43-A5AE-8CD7D5A6CE03", "2C4C0100-8504-40B9-A03E-562148D6DFEB",
          "261EF374-1D97-5BBA-ACBD-9D2C8EA73522",
        ]
      ),
      (
        .protection,
        [
          // Those of PIFF: vectors, keys of a track, systems.
          "A2394F52-5A9B-4F14-A244-6C427C648DF4", "8974DBCE-7BE7-4C51-84F9-7148F9882554",
          "D08A4F18-10F3-4A82-B6C8-32D8ABA183D3",
        ]
      ),
      // Those of Smooth Streaming: when a fragment begins, and those that follow it.
      (.times, ["6D1D9B05-42D5-44E6-80E2-141DAFF757B2"]),
      (.seeking, ["D4807EF2-CA39-4695-8E54-26CB9E46A79F"]),
      // What an iPod plays.
      (.opening, ["6B6840F2-5F24-4FC5-BA39-A51BCF0323F3"]),
    ]
    for entry in types {
      for type in entry.types { roles[type] = AspectRole(entry.aspect) }
    }
    return roles
  }()

  /// What the bytes of samples are decrypted by, beside the key: other bytes come of the same ones.
  static let decryption: Set<String> = ["senc", "tenc", "schm", "frma"]

  private static func table(
    _ entries: [(aspect: Verdict.Aspect, excuse: String?, isWalked: Bool, types: String)]
  ) -> [String: AspectRole] {
    var table: [String: AspectRole] = [:]
    for entry in entries {
      for type in entry.types.split(separator: " ") {
        table[String(type)] = AspectRole(
          entry.aspect, excuse: entry.excuse, isWalked: entry.isWalked)
      }
    }
    return table
  }

  /// By type; a type that is not here is what the node is that it lies in.
  static let ofType = table([
    (.samples, nil, true, "dimg stsz stz2 stsc stco co64 mdat imda moof traf tfhd trun"),
    // What lies in other files: another movie, and fragments of one.
    (.samples, nil, false, "rmra ftbl dtbl"),
    (.times, nil, true, "stts ctts tfdt edts elst"),
    (.seeking, nil, true, "stss stps"),
    (.times, "composition limits", false, "cslg"),
    (.file, "numbers of fragments", false, "mfhd"),
    (.samples, nil, false, "dinf dref iloc idat jp2c jxlc jxlp"),
    (.seeking, nil, false, "sidx ssix mfra tfra mfro sdtp sdep stdp sgpd sbgp csgp csgm stsh abst afra"),
    (.opening, nil, false, "prfl mvex trex trep leva pdin ftyp"),
    (.startAndEnd, nil, false, "mehd fact"),
    (.setup, nil, false, "jp2h stsd subs padb vvcC hvcC avcC av1C vpcC esds dOps dfLa dac3 dec3 dac4 mhaC iacb alac wave lhvC mvcC uncC cmpC icef"),
    (
      .display, nil, false,
      "ctab pasp clap colr mdcv clli fiel amve vexu st3d sv3d proj prhd hfov dvcC dvvC dvwC cclv SmDm CoLL gama vmhd clef prof enof tapt ispe pixi irot imir auxC pitm iprp ipco ipma matt load crgn kmat rloc lsel clpj ccst ndwt reve auxl base prem tbas exbl altr ster jplh jpch ihdr bpcc pclr cmap cdef mini"
    ),
    (.sound, nil, false, "enda pcmC sowt twos in24 in32 fl32 fl64 lpcm ipcm fpcm ulaw alaw chnl chan dmix ludt tlou alou srat smhd udc2 udi2 SA3D SAND"),
    (.file, "bit rates", false, "btrt bitr"),
    (.setup, "profiles of the whole", false, "iods"),
    (.protection, nil, false, "sinf schm schi tenc pssh senc saiz saio frma iSFM iKMS ipro rinf mdri"),
    (.tracks, nil, false, "trak tref hdlr elng kind trgr ttyp iinf infe iref grpl vttC_"),
    (.timecode, nil, false, "tmcd tcmi gmhd"),
    (.text, nil, false, "chpl sthd text vttC vlab tx3g c608 c708 stpp sbtt wvtt"),
    (.events, nil, false, "emsg prft evte"),
    (.tags, nil, false, "udta meta ilst keys ID32 meco mere cprt brob jumb pnot PICT gps"),
    // The keys of a list and those of QuickTime that name the program; who ran it is a name that people read.
    (.tags, WriterNames.excuse, false, "@too @swr"),
    (.file, "padding", false, PlainAtoms.freeSpace.map(\.key).joined(separator: " ")),
    (.file, nil, false, "styp moov mdia minf stbl uuid"),
  ])

  /// By type and the first name of the field.
  static let ofField = table([
    (
      .tags, "dates", false,
      "mvhd.creation_time mvhd.modification_time tkhd.creation_time tkhd.modification_time mdhd.creation_time mdhd.modification_time"
    ),
    (.times, "other ticks for the same times", false, "mvhd.timescale mdhd.timescale"),
    (.startAndEnd, nil, false, "mvhd.duration tkhd.duration mdhd.duration"),
    (.times, nil, false, "mvhd.rate"),
    (.timecode, nil, false, "tmcd.time_scale tmcd.frame_duration"),
    (.sound, nil, false, "mvhd.volume tkhd.volume"),
    (.display, nil, false, "mvhd.matrix tkhd.matrix tkhd.width tkhd.height"),
    (.tags, nil, false, "mvhd.preview_time mvhd.preview_duration mvhd.poster_time"),
    (.file, nil, false, "mvhd.next_track_ID mvhd.version tkhd.version mdhd.version"),
    (.tracks, nil, false, "tkhd.flags tkhd.layer tkhd.alternate_group mdhd.language mdhd.quality"),
    // What parameter sets say of how pictures are shown, which nothing beside them has to repeat.
    (
      .display, nil, false,
      "*.aspect_ratio_idc *.sar_width *.sar_height *.aspect_ratio_info_present_flag *.frame_cropping_flag *.frame_crop_left_offset *.frame_crop_right_offset *.frame_crop_top_offset *.frame_crop_bottom_offset *.conformance_window_flag *.conf_win_left_offset *.conf_win_right_offset *.conf_win_top_offset *.conf_win_bottom_offset *.default_display_window_flag *.def_disp_win_left_offset *.def_disp_win_right_offset *.def_disp_win_top_offset *.def_disp_win_bottom_offset *.pic_width_in_mbs_minus1 *.pic_height_in_map_units_minus1 *.pic_width_in_luma_samples *.pic_height_in_luma_samples *.video_format *.video_full_range_flag *.colour_primaries *.transfer_characteristics *.matrix_coefficients *.matrix_coeffs *.color_primaries *.color_range *.max_frame_width_minus_1 *.max_frame_height_minus_1 *.colourPrimaries *.transferCharacteristics *.matrixCoefficients *.videoFullRangeFlag *.width *.height"
    ),
    // What follows them is told itself.
    (
      .setup, "flags by which fields are there", false,
      "*.overscan_info_present_flag *.video_signal_type_present_flag *.colour_description_present_flag *.chroma_loc_info_present_flag *.timing_info_present_flag *.vui_timing_info_present_flag *.nal_hrd_parameters_present_flag *.vcl_hrd_parameters_present_flag *.bitstream_restriction_flag"
    ),
    // Whether an item is hidden (23008-12 §6.4.2).
    (.display, nil, false, "infe.flags"),
    (.protection, nil, false, "infe.item_protection_index"),
    (.tracks, "track IDs", false, "tkhd.track_ID trex.track_ID"),
    (.opening, nil, false, "ftyp.major_brand ftyp.compatible_brands"),
    (.file, "brand versions", false, "ftyp.minor_version styp.minor_version"),
    (.setup, "encoder names", false, "*.compressorname *.vendor *.revision_level *.temporal_quality *.spatial_quality"),
    (
      .setup, "bit rates", false,
      "esds.maxBitrate esds.avgBitrate esds.bufferSizeDB alac.avgBitRate"
    ),
    // Files do without it, or give it that of the track (14496-14 §3.1.2).
    (.setup, "stream IDs", false, "esds.ES_ID"),
    // No decoder goes by it (RFC 7845 §5.1).
    (.setup, "rates before coding", false, "dOps.InputSampleRate"),
    (.samples, nil, false, "mini.main_item_data mini.alpha_item_data mini.gainmap_item_data"),
    (.setup, nil, false, "mini.main_item_codec_config mini.alpha_item_codec_config mini.gainmap_item_codec_config mini.codec_config_type mini.infe_type"),
    (.tags, nil, false, "mini.exif_data mini.xmp_data"),
    (
      .times, nil, true,
      "trex.default_sample_description_index trex.default_sample_duration trex.default_sample_size trex.default_sample_flags"
    ),
  ])

  /// By the key of metadata: that of the node, or the name that stands in it.
  static func ofWord(_ index: NodeIndex, _ document: Document) -> AspectRole? {
    let tree = document.tree
    if let name = tree.child("name", of: index), tree[name].source == 0,
      let content = document.view(NameText.self, of: name).content(.name)
    {
      let end = min(content.byteEnd, content.byteOffset + 64)
      var text = ByteWriter()
      if content.byteOffset < end { text.put(bytes: tree.file.bytes.extracting(content.byteOffset..<end)) }
      let word = text.string
      if word == "tool", isOfITunes(index, document) { return AspectRole(.tags, excuse: WriterNames.excuse) }
      if let role = ofWord(word) { return role }
    }
    if let key = MediaFile.countedKey(of: index, in: document),
      let words = WriterNames.isKey(key) ? WriterNames.excuse : ofKey[key]
    {
      return AspectRole(.tags, excuse: words)
    }
    return document.word(for: tree[index]).flatMap { ofWord($0) }
  }

  /// Keys under which FFmpeg says what kind of file the file was made from.
  private static let ofKey = [
    "major_brand": "brands of another file", "minor_version": "brands of another file",
    "compatible_brands": "brands of another file",
  ]

  /// Whether the name of an item is one that iTunes gave out, and not one of those that anybody may give.
  private static func isOfITunes(_ index: NodeIndex, _ document: Document) -> Bool {
    guard let space = document.tree.child("mean", of: index) else { return false }
    return document.view(MetadataNamespace.self, of: space).text(.meaning) == "com.apple.iTunes"
  }

  private static func ofWord(_ word: String) -> AspectRole? {
    let name = word.lowercased()
    if name.hasSuffix("itunsmpb") { return AspectRole(.startAndEnd) }
    if name.hasSuffix("itunnorm") || name.contains("replaygain") || name.hasPrefix("r128_") {
      return AspectRole(.sound)
    }
    // The whole name: what else ends so may be anything of anybody.
    return name == "encoding params" ? AspectRole(.tags, excuse: WriterNames.excuse) : nil
  }

  /// What an encoder says of the sound in a frame that has none, by the name of the field or of its group:
  /// how to find a moment, unless it is one of these.
  private static let ofInformation: [String: AspectRole] = [
    "encoder": AspectRole(.tags, excuse: WriterNames.excuse),
    "encoder_delay": AspectRole(.startAndEnd), "encoder_padding": AspectRole(.startAndEnd),
    "peak": AspectRole(.sound), "track_gain": AspectRole(.sound), "album_gain": AspectRole(.sound),
    "mp3_gain": AspectRole(.sound),
    "music_crc": AspectRole(.file, excuse: "checksums"), "tag_crc": AspectRole(.file, excuse: "checksums"),
    "data": AspectRole(.file), "LAME": AspectRole(.file),
  ]

  /// Tags are named by three letters and a version of the scanner's own: ID3, TAG, APE, LYR.
  static let tagTypes: Set<UInt32> = [tagOfFrames, 0x54_4147, 0x41_5045, 0x4C_5952]
  fileprivate static let tagOfFrames: UInt32 = 0x49_4433
  /// When a recording began, in samples since midnight (EBU Tech 3285).
  private static let timeFields: Set<String> = ["TimeReference", "TimeReferenceLow", "TimeReferenceHigh"]

  /// Of a file that is no movie.
  static func ofTag(_ index: NodeIndex, _ field: FieldPath, _ document: Document) -> AspectRole {
    let tree = document.tree
    if MediaFile.isMedia(index, document) {
      if field.parts.first?.name == "information_frame" {
        return ofInformation[field.parts.last?.name ?? ""] ?? ofInformation[field.parts.dropLast().last?.name ?? ""]
          ?? AspectRole(.seeking)
      }
      return AspectRole(.samples, isWalked: true)
    }
    if tree[index].marks.contains(.padding) { return ofPadding(beforeSound: index, document) }
    if field.isEmpty, WriterNames.holds(index, document) { return AspectRole(.tags, excuse: WriterNames.excuse) }
    var role = ofPart(index, field, document)
    // What is in frames is compared as it is read, whatever they are stored as.
    let isOfStorage = field.parts.first?.name == "flags" && TagStorage.hasOnlyFlags(index, of: document)
    if role.excuse == nil, isOfStorage || TagStorage.isPart(index, of: document) { role.excuse = "how it is stored" }
    return role
  }

  /// What a node of a tag, or a field of it, is by what it says.
  private static func ofPart(_ index: NodeIndex, _ field: FieldPath, _ document: Document) -> AspectRole {
    let tree = document.tree
    var place: NodeIndex? = index
    while let here = place {
      switch tree[here].type.key {
      case "CHAP", "CTOC", "SYLT", "SLT", "USLT", "ULT", "Lyrics3v2": return AspectRole(.text)
      case "RVA2", "RVAD", "RVA", "RGAD", "EQU2", "EQUA", "EQU": return AspectRole(.sound)
      // Who encoded it (`TENC`) is a name that people read.
      case "TSSE", "TSS", "ISFT": return AspectRole(.tags, excuse: WriterNames.excuse)
      // A frame of ID3 has the same name as what AIFF says of its sound.
      case "COMM" where tree.parent(of: here).map { tree[$0].type == "FORM" } ?? false:
        return ofSoundFormat(field, coding: document.view(AIFFCommon.self, of: here).code(.compressionType))
      case "TXXX", "TXX", "COMM", "COM":
        let name = document.identity(Comment.Field.description.rawValue, of: here, NodeReader(document))
        if let role = name.flatMap({ ofWord($0) }) { return role }
      case "bext" where here == index && timeFields.contains(field.parts.first?.name ?? ""):
        return AspectRole(.timecode)
      case "bext" where here == index && field.parts.first?.name.hasPrefix("Loudness") == true:
        return AspectRole(.sound)
      case "labl", "note", "ltxt", "cue ", "plst", "MARK": return AspectRole(.text)
      case "LIST", "id3 ", "ID3 ", "_PMX", "bext", "cart", "iXML", "axml", "DISP", "NAME", "AUTH", "(c) ", "ANNO",
        "COMT", "DIIN":
        return AspectRole(.tags)
      case "ABSS": return AspectRole(.timecode)
      // Which kind of file it is: not every player opens those with sizes of 64 bits.
      case "RIFF" where here == index, "RF64" where here == index, "BW64" where here == index, "ds64":
        return AspectRole(.opening)
      // How a sampler plays it, and over which loudspeakers.
      case "smpl", "inst", "INST", "PEAK", "chna", "CHAN", "FS  ", "CHNL", "LSCO": return AspectRole(.sound)
      case "CMPR": return ofSoundFormat(field)
      case "fmt ", "fmt": return ofSoundFormat(field)
      case "FVER": return ofFormatVersion(field)
      case "fact":
        let isRepeated = field.isEmpty && here == index && SoundFormat(document)?.isRepeatedByFact == true
        return AspectRole(.startAndEnd, excuse: isRepeated ? "a length that the bytes come to" : nil)
      default:
        if let role = document.word(for: tree[here]).flatMap({ ofWord($0) }) { return role }
      }
      if tagTypes.contains(tree[here].type.rawValue >> 8) {
        // What is in it is compared by what it says, whatever the version calls it.
        let isVersion = here == index && field.parts.first?.name == "version"
        var role = AspectRole(.tags, excuse: isVersion ? "tag version" : nil)
        let part = DateFrames.part(of: tree[index].type)
        if part == .day || part == .clock {
          role.excuseWhereKept = "a date in one frame"
        }
        // Under another name in a tag of the same version it is gone for those who look for the one that it had.
        role.isIdentity = field.parts.first?.name == "type"
        return role
      }
      place = tree.parent(of: here)
    }
    return AspectRole(.file)
  }
}
