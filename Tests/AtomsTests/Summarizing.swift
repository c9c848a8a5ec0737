import Atoms
import ByteReading
import Corpus
import MediaInspection
import Structure
import Testing

/// What the functions of the tables say of each node, one `path: summary` a line.
func summaries(_ document: Document) -> String {
  let reader = NodeReader(document)
  var text = ""
  for index in document.tree.indices {
    if let summary = summary(of: index, reader), !summary.isEmpty {
      text += "\(document.path(of: index)): \(summary)\n"
    }
  }
  return text
}

/// What the function of the table of one node says.
func summary(of index: NodeIndex, _ reader: NodeReader) -> String? {
  let node = reader.tree[index]
  guard !node.isRaw, let program = reader.tree.program(of: node),
    case .written(let write) = program.syntax.summary
  else { return nil }
  reader.open(index)
  var output = ByteWriter()
  write(reader, &output)
  return output.string
}

/// A document of these bytes, opened as any file is.
func opened(_ bytes: [UInt8]) throws -> Document {
  try MediaFile.open(ByteSource(copying: bytes))
}

func opened(corpus name: String) throws -> Document {
  try MediaFile.open(ByteSource.open(path: Corpus.folder + "/" + name))
}

/// The first node of this type anywhere in the document.
func first(_ type: FourCC, in document: Document) throws -> NodeIndex {
  try #require(document.tree.indices.first { document.tree[$0].type == type })
}

/// What is said of the first node of this type in a file of these bytes.
func summary(of type: FourCC, @AtomBuilder _ content: () -> Piece) throws -> String {
  let document = Document.atoms(of: ByteSource(copying: atoms(content)))
  return try #require(summary(of: first(type, in: document), NodeReader(document)))
}

/// A track of a movie of 1,000 ticks a second with these sample entries, at 600 ticks a second.
func movie(
  handler: FourCC, width: Double = 0, height: Double = 0, matrix: Piece? = nil,
  @AtomBuilder entry: () -> Piece, @AtomBuilder tables: () -> Piece = { Piece() }
) -> Piece {
  let entry = entry()
  let tables = tables()
  return pieces {
    atom("ftyp") {
      code("isom"); u32(0); code("isom")
    }
    atom("moov") {
      atom("mvhd", version: 0) {
        u32(0, 0, 1_000, 4_000); fixed16(1); fixed8(1); zeros(10 + 36 + 24); u32(2)
      }
      atom("trak") {
        atom("tkhd", version: 0, flags: 3) {
          u32(0, 0, 1, 0, 4_000); zeros(16)
          matrix
            ?? pieces {
              fixed16(1, 0, 0, 0, 1, 0, 0, 0); u32(0x4000_0000)
            }
          fixed16(width, height)
        }
        atom("mdia") {
          atom("mdhd", version: 0) {
            u32(0, 0, 600, 2_400); u16(0x15C7, 0)
          }
          atom("hdlr", version: 0) {
            u32(0); code(handler); zeros(12); text("h", terminated: true)
          }
          atom("minf") {
            atom("stbl") {
              atom("stsd", version: 0) {
                u32(1); entry
              }
              tables
            }
          }
        }
      }
    }
  }
}

/// A video sample entry.
func visual(
  _ type: FourCC, _ width: UInt16, _ height: UInt16, @AtomBuilder _ content: () -> Piece
) -> Piece {
  let content = content()
  return atom(type) {
    zeros(6); u16(1); zeros(16); u16(width, height); fixed16(72, 72); u32(0); u16(1)
    zeros(32); u16(24); i16(-1)
    content
  }
}

/// An audio sample entry.
func audio(
  _ type: FourCC, channels: UInt16, bits: UInt16 = 16, rate: Double,
  @AtomBuilder _ content: () -> Piece = { Piece() }
) -> Piece {
  let content = content()
  return atom(type) {
    zeros(6); u16(1); zeros(8); u16(channels, bits); u32(0); u32(UInt32(rate) << 16)
    content
  }
}
