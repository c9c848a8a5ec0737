import ByteReading
import Structure

/// The sample table and what stands in it (14496-12 §8.5–8.7).
enum SampleTable: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("stbl", "Sample table", "14496-12 §8.5.1", in: "minf") { boxes() },
    Syntax("stsd", "Sample descriptions", "14496-12 §8.5.2", in: "stbl", versions: 0...1) {
      uint(32, "entry_count")
      boxes()
    },
    Syntax("stsz", "Sample sizes", "14496-12 §8.7.3.2", in: "stbl", versions: 0...0) {
      uint(32, "sample_size", .bytes)
      uint(32, "sample_count")
      table(.field("sample_count"), "entries", if: .equal("sample_size", 0)) {
        uint(32, "entry_size", .bytes)
      }
    },
    Syntax("stz2", "Compact sample sizes", "14496-12 §8.7.3.3", in: "stbl", versions: 0...0) {
      reserved(24)
      uint(8, "field_size")
      uint(32, "sample_count")
      table(.field("sample_count"), "entries") {
        uint(.field("field_size"), "entry_size", .bytes)
      }
    },
  ]
}
