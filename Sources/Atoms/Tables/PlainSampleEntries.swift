import ByteReading
import Structure

extension SyntaxFamily {
  /// The sample entry `type` of a track that is neither video nor audio: the rows that all sample
  /// entries share (14496-12 §8.5.2), then boxes, or bytes where no box seems to follow.
  @inline(__always)
  static func plain(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString,
    handlers: StaticString = ""
  ) -> Syntax {
    PlainSampleEntries.entry(type, title, clause, handlers: handlers)
  }
}

/// The sample entries without fields of their own: metadata, systems, captions, hints, vendors'.
enum PlainSampleEntries: SyntaxFamily {
  static let tables: [Syntax] = [
    plain("mp4s", "MPEG-4 systems", "14496-14 §6.7.2"),
    plain("encs", "Encrypted systems stream", "14496-12 §8.12"),
    plain("enct", "Encrypted text", "14496-12 §8.12"),
    plain("encu", "Encrypted subtitles", "14496-12 §8.12"),
    plain("encm", "Encrypted metadata", "14496-12 §8.12"),
    plain("encf", "Encrypted font", "14496-12 §8.12"),
    plain("encp", "Encrypted haptics", "14496-12 §8.12"),
    plain("ress", "Restricted systems stream", "14496-12 §8.15"),
    plain("rest", "Restricted text", "14496-12 §8.15"),
    plain("resu", "Restricted subtitles", "14496-12 §8.15"),
    plain("resm", "Restricted metadata", "14496-12 §8.15"),
    plain("resf", "Restricted font", "14496-12 §8.15"),
    plain("resp", "Restricted haptics", "14496-12 §8.15"),
    plain("icps", "Incomplete systems stream", "14496-12 §8.17"),
    plain("icpt", "Incomplete text", "14496-12 §8.17"),
    plain("icpm", "Incomplete metadata", "14496-12 §8.17"),
    plain("icph", "Incomplete hints", "14496-12 §8.17"),
    plain("icpp", "Incomplete haptics", "14496-12 §8.17"),
    plain("drmt", "FairPlay-protected text", "Apple"),
    plain("p608", "FairPlay-protected CEA-608 captions", "Apple"),
    plain("c608", "CEA-608 captions", "QTFF, Closed Captioning Sample Description"),
    plain("c708", "CEA-708 captions", "QTFF, Closed Captioning Sample Description"),
    plain("urim", "URI metadata", "14496-12 §12.3.3"),
    plain("mebx", "Boxed metadata", "14496-12 §12.9.4"),
    plain("evte", "Event messages", "23001-18 §6"),
    plain("svcM", "SVC metadata", "14496-15 §6.5.3"),
    plain("oksd", "OMA keys", "OMA DRM XBS"),
    plain("vqme", "Quality metrics", "23001-10"),
    plain("2dcc", "Two-dimensional coordinates", "23001-10"),
    plain("depi", "Decoder power indication", "23001-11"),
    plain("dipi", "Display power indication", "23001-11"),
    plain("dfce", "Display fine control", "23001-11"),
    plain("unid", "Dynamic range control", "23003-4"),
    plain("invo", "Initial viewing orientation", "23090-2 §7.7.4"),
    plain("invp", "Initial viewpoint", "23090-2"),
    plain("rcvp", "Recommended viewport", "23090-2 §7.7.5"),
    plain("rvp2", "Recommended viewport, several viewpoints", "23090-2"),
    plain("dyol", "Dynamic overlays", "23090-2"),
    plain("dyvp", "Dynamic viewpoint", "23090-2"),
    plain("ocpc", "Object centre points", "23090-2"),
    plain("stmd", "Region metadata", "23090-2"),
    plain("ttsl", "Timed text location", "23090-2 §7.7.6"),
    plain("6vpt", "Dynamic viewport", "23090-10"),
    plain("dyvm", "Dynamic spatial regions", "23090-10"),
    plain("vrsp", "Viewing space", "23090-10"),
    plain("3glo", "Location", "3GPP TS 26.244"),
    plain("3gor", "Orientation", "3GPP TS 26.244"),
    plain("3gvo", "Video orientation", "3GPP TS 26.244"),
    plain("dims", "3GPP scene", "3GPP TS 26.142"),
    plain("ixse", "DVB track level index", "DVB"),
    plain("mlix", "DVB movie level index", "DVB"),
    plain("camm", "Camera motion", "Google Camera Motion Metadata"),
    plain("gpmd", "GoPro telemetry", "GPMF"),
    plain("fdsc", "GoPro file description", "GoPro"),
    plain("djmd", "DJI metadata", "DJI"),
    plain("dbgi", "DJI debug information", "DJI"),
    plain("rtmd", "Real-time metadata", "Sony XAVC"),
    plain("STGS", "Subtitle graphics", "Sony HMMP"),
    plain("cndm", "Dynamic metadata", "Canon XF-AVC S"),
    plain("xml ", "XML metadata", "vendor"),
    plain("atxt", "Styled text", "QTFF, Text Sample Description"),
    plain("sbtl", "Subtitles", "QTFF, Text Sample Description"),
    plain("MPEG", "MPEG-1 stream", "QTFF, MPEG-1 Media"),
    plain("qd3d", "QuickDraw 3D", "QTFF, 3D Media"),
    plain("qtvr", "QuickTime VR", "QTFF, QuickTime VR Media"),
    plain("pano", "VR panorama", "QTFF, QuickTime VR Media"),
    plain("obje", "VR object", "QTFF, QuickTime VR Media"),
    Syntax("musi", "Music", "QTFF, Music Media", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      uint(32, "flags", .hex)
      bytes(.remaining, "data", if: .remaining(8))
    },
    Syntax("CTMD", "Canon timed metadata", "Canon", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      uint(32, "record_count")
      table(.field("record_count"), "records") {
        uint(32, "record_type")
        uint(32, "record_size", .bytes)
      }
    },
    Syntax("it35", "T.35 metadata", "14496-12 Amendment, ITU-T T.35", in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      uint(8, "prefix_length", .bytes)
      bytes(.field("prefix_length"), "prefix")
      boxes()
    },
    volumetric("v3c1", "V3C video", "23090-10 §7"),
    volumetric("v3cg", "V3C video", "23090-10 §7"),
    volumetric("v3cb", "V3C common atlas", "23090-10 §7"),
    volumetric("v3a1", "V3C atlas", "23090-10 §7"),
    volumetric("v3ag", "V3C atlas", "23090-10 §7"),
    volumetric("v3e1", "V3C bitstream", "23090-10 §7"),
    volumetric("v3eg", "V3C bitstream", "23090-10 §7"),
    volumetric("v3t1", "V3C atlas tiles", "23090-10 §7"),
    volumetric("enc3", "Encrypted volumetric video", "14496-12 §8.12"),
    volumetric("res3", "Restricted volumetric video", "14496-12 §8.15"),
    volumetric("icp3", "Incomplete volumetric video", "14496-12 §8.17"),
    plain("*", "Sample entry", "14496-12 §8.5.2"),
  ]

  @inline(__always)
  fileprivate static func entry(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString, handlers: StaticString
  ) -> Syntax {
    Syntax(
      type, title, clause, in: "stsd", handlers: handlers, rows: PlainSampleEntries.rows)
  }

  @Rows private static func rows() -> [Row] {
    reserved(48)
    uint(16, "data_reference_index")
    when(boxFollows) { boxes() }
    bytes(.remaining, "data", if: .all([.remaining(8), .not(boxFollows)]))
  }

  @inline(__always)
  private static func volumetric(
    _ type: StaticString, _ title: StaticString, _ clause: StaticString
  ) -> Syntax {
    Syntax(type, title, clause, in: "stsd") {
      reserved(48)
      uint(16, "data_reference_index")
      string(.utf8, .fixedPascal(32), "compressorname")
      boxes()
    }
  }

  /// A size between 8 and 65,535 and room for a header.
  private static let boxFollows: Condition = .all([
    .remaining(64), .next(16, 0, offset: 0), .not(.next(29, 0, offset: 0)),
  ])
}
