import Atoms
import ByteReading
package import MediaFacts
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
    if tree[index].type == "mpvd" || tree.ancestor("mpvd", of: index) != nil { return AspectRole(.file) }
    guard document.context is AtomContext else { return AspectRoles.ofTag(index, field, document) }
    let name = field.parts.first?.name ?? ""
    if let role = AspectRoles.ofWord(index, document) { return role }
    var place: NodeIndex? = index
    var isOwn = true
    while let here = place {
      let type = tree[here].type.key
      if isOwn {
        let last = field.parts.last?.name ?? ""
        if let role = AspectRoles.ofField["\(type).\(name)"] ?? AspectRoles.ofField["\(type).\(last)"]
          ?? AspectRoles.ofField["*.\(last)"]
        {
          return role
        }
        if last == AVCConfiguration.Field.lengthSizeMinusOne.rawValue {
          var role = AspectRole(.setup)
          role.isOfUnits = true
          return role
        }
      }
      if tree[here].type == .uuid,
        tree.program(of: tree[here])?.syntax.extendedType.isSame(as: SphericalMetadata.table) == true
      {
        return AspectRole(.display)
      }
      if var role = AspectRoles.ofType[type] {
        // Only what the items of the file are made of is gone through.
        if type == "dimg" { role.isWalked = tree[here].depth == 2 }
        role.isIdentity =
          role.aspect == .protection
          && (AspectRoles.decryption.contains(type) || field.parts.last?.name.hasSuffix("KID") == true)
        return role
      }
      place = tree.parent(of: here)
      if let place, let role = AspectRoles.ofWord(place, document) { return role }
      isOwn = false
    }
    return AspectRole(.file)
  }
}

/// The table of what atoms and frames are to a viewer.
enum AspectRoles {
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
    (.times, nil, true, "stts ctts tfdt edts elst"),
    (.seeking, nil, true, "stss stps"),
    (.times, "composition limits", false, "cslg"),
    (.file, "numbers of fragments", false, "mfhd"),
    (.samples, nil, false, "dinf dref iloc idat"),
    (.seeking, nil, false, "sidx ssix mfra tfra mfro sdtp sgpd sbgp csgp stsh"),
    (.opening, nil, false, "mvex trex trep leva pdin"),
    (.startAndEnd, nil, false, "mehd fact"),
    (.setup, nil, false, "stsd subs padb vvcC hvcC avcC av1C vpcC esds dOps dfLa dac3 dec3 dac4 mhaC iacb alac wave lhvC mvcC"),
    (
      .display, nil, false,
      "pasp clap colr mdcv clli fiel amve vexu st3d sv3d proj prhd hfov dvcC dvvC dvwC cclv SmDm CoLL gama vmhd clef prof enof tapt ispe pixi irot imir auxC pitm iprp ipco ipma matt load crgn kmat rloc lsel clpj ccst auxl base prem tbas exbl altr ster"
    ),
    (.sound, nil, false, "enda pcmC sowt twos in24 in32 fl32 fl64 lpcm ipcm fpcm ulaw alaw chnl chan dmix ludt tlou alou srat smhd udc2 udi2"),
    (.file, "bit rates", false, "btrt bitr"),
    (.protection, nil, false, "sinf schm schi tenc pssh senc saiz saio frma iSFM iKMS ipro rinf"),
    (.tracks, nil, false, "trak tref hdlr elng kind trgr ttyp iinf infe iref grpl vttC_"),
    (.timecode, nil, false, "tmcd tcmi gmhd"),
    (.text, nil, false, "chpl sthd vttC vlab tx3g c608 c708 stpp sbtt wvtt"),
    (.events, nil, false, "emsg prft evte"),
    (.tags, nil, false, "udta meta ilst keys ID32 meco mere cprt"),
    (.file, "padding", false, "free skip wide"),
    (.file, nil, false, "ftyp styp moov mdia minf stbl iods uuid"),
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
    (.sound, nil, false, "mvhd.volume tkhd.volume"),
    (.display, nil, false, "mvhd.matrix tkhd.matrix tkhd.width tkhd.height"),
    (.tags, nil, false, "mvhd.preview_time mvhd.preview_duration mvhd.poster_time"),
    (.file, nil, false, "mvhd.next_track_ID mvhd.version tkhd.version mdhd.version"),
    (.tracks, nil, false, "tkhd.flags tkhd.layer tkhd.alternate_group mdhd.language mdhd.quality"),
    // What parameter sets say of how pictures are shown, which nothing beside them has to repeat.
    (
      .display, nil, false,
      "*.aspect_ratio_idc *.sar_width *.sar_height *.aspect_ratio_info_present_flag *.frame_cropping_flag *.frame_crop_left_offset *.frame_crop_right_offset *.frame_crop_top_offset *.frame_crop_bottom_offset *.conformance_window_flag *.conf_win_left_offset *.conf_win_right_offset *.conf_win_top_offset *.conf_win_bottom_offset *.default_display_window_flag *.def_disp_win_left_offset *.def_disp_win_right_offset *.def_disp_win_top_offset *.def_disp_win_bottom_offset *.pic_width_in_mbs_minus1 *.pic_height_in_map_units_minus1 *.pic_width_in_luma_samples *.pic_height_in_luma_samples *.video_full_range_flag *.colour_primaries *.transfer_characteristics *.matrix_coefficients *.matrix_coeffs *.color_primaries *.color_range *.max_frame_width_minus_1 *.max_frame_height_minus_1 *.colourPrimaries *.transferCharacteristics *.matrixCoefficients *.videoFullRangeFlag *.width *.height"
    ),
    (.sound, nil, false, "*.channelConfiguration *.OutputGain *.OutputChannelCount *.ChannelMapping"),
    // Whether an item is hidden (23008-12 §6.4.2).
    (.display, nil, false, "infe.flags"),
    (.tracks, "track IDs", false, "tkhd.track_ID trex.track_ID"),
    (.opening, nil, false, "ftyp.major_brand ftyp.compatible_brands"),
    (.file, "brand versions", false, "ftyp.minor_version styp.minor_version"),
    (.setup, "encoder names", false, "*.compressorname *.vendor *.revision_level *.temporal_quality *.spatial_quality"),
    (
      .setup, "bit rates", false,
      "esds.maxBitrate esds.avgBitrate esds.bufferSizeDB esds.ES_ID"
    ),
    (
      .times, nil, true,
      "trex.default_sample_description_index trex.default_sample_duration trex.default_sample_size trex.default_sample_flags"
    ),
  ])

  /// By the key of metadata: that of the node, or the name that stands in it.
  static func ofWord(_ index: NodeIndex, _ document: Document) -> AspectRole? {
    let tree = document.tree
    if let name = tree.child("name", of: index), tree[index].source == 0 {
      let payload = tree[name].payload
      let end = min(payload.byteEnd, payload.byteOffset + 64)
      if payload.byteOffset < end {
        var text = ByteWriter()
        text.put(bytes: tree.file.bytes.extracting(payload.byteOffset..<end))
        if let role = ofWord(text.string) { return role }
      }
    }
    return document.word(for: tree[index]).flatMap { ofWord($0) }
  }

  private static func ofWord(_ word: String) -> AspectRole? {
    if word.hasSuffix("iTunSMPB") { return AspectRole(.startAndEnd) }
    if word.hasSuffix("iTunNORM") || word.contains("replaygain") { return AspectRole(.sound) }
    if word.hasSuffix("Encoding Params") || word.hasSuffix("tool") {
      return AspectRole(.tags, excuse: "encoder names")
    }
    return nil
  }

  /// What an encoder says of the sound in a frame that has none, by the name of the field or of its group:
  /// how to find a moment, unless it is one of these.
  private static let ofInformation: [String: AspectRole] = [
    "encoder": AspectRole(.tags, excuse: "encoder names"),
    "encoder_delay": AspectRole(.startAndEnd), "encoder_padding": AspectRole(.startAndEnd),
    "peak": AspectRole(.sound), "track_gain": AspectRole(.sound), "album_gain": AspectRole(.sound),
    "mp3_gain": AspectRole(.sound),
    "music_crc": AspectRole(.file, excuse: "checksums"), "tag_crc": AspectRole(.file, excuse: "checksums"),
    "data": AspectRole(.file), "LAME": AspectRole(.file),
  ]

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
    if tree[index].marks.contains(.padding) { return AspectRole(.file, excuse: "padding") }
    var place: NodeIndex? = index
    while let here = place {
      switch tree[here].type.key {
      case "CHAP", "CTOC", "SYLT", "USLT", "Lyrics3v2": return AspectRole(.text)
      case "RVA2", "RVAD", "RGAD", "EQU2", "EQUA": return AspectRole(.sound)
      case "TSSE", "TENC", "TSS", "TEN": return AspectRole(.tags, excuse: "encoder names")
      case "LIST", "id3 ", "ID3 ": return AspectRole(.tags)
      // A frame of ID3 has the same name as what AIFF says of its sound.
      case "COMM" where tree.parent(of: here).map { tree[$0].type == "FORM" } ?? false:
        return AspectRole(.sound)
      case "fmt ", "fmt": return AspectRole(.sound)
      case "FVER": return AspectRole(.setup)
      case "fact": return AspectRole(.startAndEnd)
      default: break
      }
      // Tags are named by three letters and a version of the scanner's own: ID3, TAG, APE, LYR.
      if [0x49_4433, 0x54_4147, 0x41_5045, 0x4C_5952].contains(tree[here].type.rawValue >> 8) {
        // What is in it is compared by what it says, whatever the version calls it.
        let isVersion = here == index && field.parts.first?.name == "version"
        return AspectRole(.tags, excuse: isVersion ? "tag version" : nil)
      }
      place = tree.parent(of: here)
    }
    return AspectRole(.file)
  }
}
