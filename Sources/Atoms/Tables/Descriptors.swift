import Structure

/// The boxes that hold MPEG-4 descriptors (14496-1 §7.2.6, 14496-14, 14496-3 §1.6.2).
enum Descriptors: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "esds", "Elementary stream descriptor", "14496-14 §6.7.2", versions: 0...0,
      summary: .function(Summaries.elementaryStream)
    ) {
      descriptor("ES_Descriptor")
      descriptors()
    },
    Syntax(
      "iods", "Initial object descriptor", "14496-14 §6.2", in: "moov", versions: 0...0,
      summary: "audio {audioProfileLevelIndication}, visual {visualProfileLevelIndication}"
    ) {
      descriptor("MP4_IOD")
      descriptor("InitialObjectDescriptor")
      descriptor("MP4_OD")
      descriptor("ObjectDescriptor")
      descriptors()
    },
    Syntax("m4ds", "MPEG-4 extension descriptors", "14496-15 §5.4.2") {
      descriptors("Descr")
    },
  ]
}
