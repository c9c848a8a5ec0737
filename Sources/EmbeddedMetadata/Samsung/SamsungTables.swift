import ByteReading
import Structure

/// The trailer as a table.
enum SamsungTables: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("SEF ", "Samsung trailer", "Samsung", in: "file", name: "SEF") {
      parts("parts", foundBy: { SamsungTrailerFinder() }) {
        when(isPart(.block)) {
          uint(16, "reserved").little
          uint(16, "type", .hex).little
          uint(32, "name_size", .bytes).little
          string(.utf8, .bytes(.field("name_size")), "name").column
          group("video", if: .all([.equal("type", 0x0A30), .nextCode("mpv2")])) {
            code("form")
            uint(32, "offset", .fileOffset(.file))
            uint(32, "size", .bytes)
          }
          bytes(.remaining, "value", .perhapsText).column
        }
        group("directory", if: isPart(.directory)) {
          code("mark")
          uint(32, "version").little
          uint(32, "block_count").little
          list(.field("block_count"), "blocks") {
            uint(16, "reserved").little
            uint(16, "type", .hex).little.column
            uint(32, "offset_before_directory", .bytes).little.column
            uint(32, "size", .bytes).little.column
          }
          uint(32, "directory_size", .bytes).little
          code("end_mark")
        }
        bytes(.remaining, "unused", if: isPart(.unused))
      }
    }
  ]

  private static func isPart(_ kind: SamsungTrailer.Kind) -> Condition {
    .equal("part_kind", kind.rawValue)
  }
}
