import ByteReading
import Structure

/// HTTP dynamic streaming and random access of Adobe's F4V.
enum Adobe: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "abst", "Bootstrap information", "F4V §2.11.2", in: "file", versions: 0...1,
      summary: "{MovieIdentifier}"
    ) {
      uint(32, "BootstrapinfoVersion")
      uint(2, "Profile", .names([0: "named access", 1: "range access"]))
      flag("Live")
      flag("Update")
      reserved(4)
      uint(32, "TimeScale", .unit("Hz"))
      uint(64, "CurrentMediaTime", .ticks(.field("TimeScale")))
      uint(64, "SmpteTimeCodeOffset")
      string(.utf8, .terminated, "MovieIdentifier")
      uint(8, "ServerEntryCount")
      list(.field("ServerEntryCount"), "ServerEntryTable") {
        string(.utf8, .terminated, "ServerBaseURL")
      }
      uint(8, "QualityEntryCount")
      list(.field("QualityEntryCount"), "QualityEntryTable") {
        string(.utf8, .terminated, "QualitySegmentUrlModifier")
      }
      string(.utf8, .terminated, "DrmData")
      string(.utf8, .terminated, "MetaData")
      // The number of fragment run tables stands between two boxes, so both runs are read here.
      uint(8, "SegmentRunTableCount")
      list(.field("SegmentRunTableCount"), "SegmentRunTableEntries") {
        uint(32, "size", .bytes)
        code("type")
        within(.field("size", plus: -8), "asrt") { segmentRuns() }
      }
      uint(8, "FragmentRunTableCount")
      list(.field("FragmentRunTableCount"), "FragmentRunTableEntries") {
        uint(32, "size", .bytes)
        code("type")
        within(.field("size", plus: -8), "afrt") { fragmentRuns() }
      }
    },
    Syntax("asrt", "Segment run table", "F4V §2.11.2.1", versions: 0...1) {
      qualities()
      segmentRunEntries()
    },
    Syntax("afrt", "Fragment run table", "F4V §2.11.2.2", versions: 0...1) {
      uint(32, "TimeScale", .unit("Hz"))
      qualities()
      fragmentRunEntries()
    },
    Syntax("afra", "Fragment random access", "F4V §2.11.1", in: "file", versions: 0...1) {
      flag("LongIDs")
      flag("LongOffsets")
      flag("GlobalEntries")
      reserved(5)
      uint(32, "TimeScale", .unit("Hz"))
      uint(32, "EntryCount")
      table(.field("EntryCount"), "LocalAccessEntries") {
        uint(64, "Time", .ticks(.field("TimeScale")))
        uint(32, "Offset", .fileOffset(.file), if: .equal("LongOffsets", 0))
        uint(64, "Offset", .fileOffset(.file), if: .equal("LongOffsets", 1))
      }
      when(.equal("GlobalEntries", 1)) {
        uint(32, "GlobalEntryCount")
        table(.field("GlobalEntryCount"), "GlobalAccessEntries") {
          uint(64, "Time", .ticks(.field("TimeScale")))
          uint(16, "Segment", if: .equal("LongIDs", 0))
          uint(16, "Fragment", if: .equal("LongIDs", 0))
          uint(32, "Segment", if: .equal("LongIDs", 1))
          uint(32, "Fragment", if: .equal("LongIDs", 1))
          uint(32, "AfraOffset", .fileOffset(.file), if: .equal("LongOffsets", 0))
          uint(32, "OffsetFromAfra", .bytes, if: .equal("LongOffsets", 0))
          uint(64, "AfraOffset", .fileOffset(.file), if: .equal("LongOffsets", 1))
          uint(64, "OffsetFromAfra", .bytes, if: .equal("LongOffsets", 1))
        }
      }
    },
  ]

  private static func segmentRuns() -> Row {
    when(.remaining(0)) {
      uint(8, "version")
      uint(24, "flags", .hex)
      qualities()
      segmentRunEntries()
    }
  }

  private static func fragmentRuns() -> Row {
    when(.remaining(0)) {
      uint(8, "version")
      uint(24, "flags", .hex)
      uint(32, "TimeScale", .unit("Hz"))
      qualities()
      fragmentRunEntries()
    }
  }

  private static func qualities() -> Row {
    when(.remaining(0)) {
      uint(8, "QualityEntryCount")
      list(.field("QualityEntryCount"), "QualitySegmentUrlModifiers") {
        string(.utf8, .terminated, "QualitySegmentUrlModifier")
      }
    }
  }

  private static func segmentRunEntries() -> Row {
    when(.remaining(0)) {
      uint(32, "SegmentRunEntryCount")
      table(.field("SegmentRunEntryCount"), "SegmentRunEntryTable") {
        uint(32, "FirstSegment")
        uint(32, "FragmentsPerSegment")
      }
    }
  }

  private static func fragmentRunEntries() -> Row {
    when(.remaining(0)) {
      uint(32, "FragmentRunEntryCount")
      list(.field("FragmentRunEntryCount"), "FragmentRunEntryTable") {
        uint(32, "FirstFragment")
        uint(64, "FirstFragmentTimestamp", .ticks(.field("TimeScale")))
        uint(32, "FragmentDuration", .ticks(.field("TimeScale")))
        uint(
          8, "DiscontinuityIndicator",
          .names([
            0: "end of presentation", 1: "fragment numbers", 2: "timestamps",
            3: "fragment numbers and timestamps",
          ]),
          if: .equal("FragmentDuration", 0))
      }
    }
  }
}
