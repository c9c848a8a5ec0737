// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What Python reads of CBOR in every sample, and of property lists that it made itself, held against ours: every
/// value, in its order.
struct PeerValueTests {
  // MARK: CBOR

  private static let readsCBOR = (try? Mutagen.run("import cbor2", input: Data())) != nil

  @Test(
    .enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"),
    .enabled(if: readsCBOR, "python3 cannot import cbor2"))
  func pythonReadsTheSameCBOR() throws {
    var ours: [(place: String, leaves: [String])] = []
    var sent = ""
    for entry in Samples.entries {
      guard let document = try? Samples.document(entry.path) else { continue }
      for node in document.tree.indices where document.tree[node].type == "CBOR" {
        let place = document.tree[node].payload
        var walker = Walker()
        var sink = Leaves()
        document.walk(node, &walker, into: &sink)
        ours.append((entry.path + " " + document.path(of: node), sink.leaves))
        let bytes = document.source(of: document.tree[node]).bytes
        sent += (place.byteOffset..<place.byteEnd).map { String(format: "%02x", bytes.byte(at: $0) ?? 0) }.joined() + "\n"
      }
    }
    let told = try JSONDecoder().decode([[String]].self, from: Mutagen.run(Self.cborScript, input: Data(sent.utf8)))
    #expect(told.count == ours.count)
    for (known, theirs) in zip(ours, told) { #expect(known.leaves == theirs, "\(known.place)") }
    print("cbor2: \(told.count) values with \(told.map(\.count).reduce(0, +)) leaves")
    #expect(ours.count >= 25)
  }

  /// The values of CBOR that hold no others, keys among them.
  private struct Leaves: FieldSink {
    var leaves: [String] = []
    private var type: UInt64 = 0

    mutating func field(_ field: borrowing FieldReading) {
      switch field.name.description {
      case "major_type": type = field.raw
      case "argument" where type == 0: leaves.append("\(field.raw)")
      case "argument" where type == 1: leaves.append("-\(field.raw + 1)")
      case "argument" where type == 6: leaves.append("tag \(field.raw)")
      case "text":
        let bytes = field.contentBytes
        leaves.append("\"" + String(decoding: bytes.byteOffsets.map { bytes.byte(at: $0) ?? 0 }, as: UTF8.self))
      case "bytes":
        let bytes = field.contentBytes
        leaves.append("x" + bytes.byteOffsets.map { String(format: "%02x", bytes.byte(at: $0) ?? 0) }.joined())
      case "simple": leaves.append(["false", "true", "null"][Int(field.raw) - 20])
      default: break
      }
    }
    mutating func table(_ table: borrowing TableReading) {}
  }

  private static let cborScript = """
    import cbor2, io, json, sys

    def leaves(value, out):
        if isinstance(value, cbor2.CBORTag):
            out.append(f"tag {value.tag}")
            leaves(value.value, out)
        elif hasattr(value, "items"):
            for key, item in value.items():
                leaves(key, out)
                leaves(item, out)
        elif isinstance(value, (list, tuple)):
            for item in value: leaves(item, out)
        elif isinstance(value, bool) or value is None: out.append({True: "true", False: "false", None: "null"}[value])
        elif isinstance(value, bytes): out.append("x" + value.hex())
        elif isinstance(value, str): out.append('"' + value)
        elif hasattr(value, "isoformat"):
            out.append("tag 0")
            out.append('"' + value.isoformat().replace("+00:00", "Z"))
        else: out.append(str(value))
        return out

    result = []
    for line in sys.stdin.read().splitlines():
        data = bytes.fromhex(line)
        stream = io.BytesIO(data)
        decoder = cbor2.CBORDecoder(stream)
        out = []
        while stream.tell() < len(data): leaves(decoder.decode(), out)
        result.append(out)
    print(json.dumps(result))
    """

  // MARK: Property lists

  private struct Made: Decodable {
    let bytes: String
    let leaves: [[String]]
  }

  @Test(.enabled(if: (try? Mutagen.run("import plistlib", input: Data())) != nil, "python3 cannot import plistlib"))
  func pythonReadsTheSamePropertyLists() throws {
    let lists = try JSONDecoder().decode([Made].self, from: Mutagen.run(Self.listScript, input: Data()))
    var count = 0
    for list in lists {
      let bytes = [UInt8](Data(base64Encoded: list.bytes) ?? Data())
      let file = atoms {
        Parts.fileType("M4A ")
        atom("moov") {
          atom("mvhd", version: 0) { zeros(8); u32(1_000, 0); zeros(80) }
          atom("udta") {
            atom("meta", version: 0) {
              atom("hdlr", version: 0) { u32(0); code("mdir"); code("appl"); zeros(9) }
              atom("ilst") {
                atom("----") {
                  atom("mean", version: 0) { text("com.example") }
                  atom("name", version: 0) { text("list") }
                  atom("data") { u32(0, 0); Piece(bytes) }
                }
              }
            }
          }
        }
      }
      let items = MediaFile.metadata(of: try MediaFile.open(ByteSource(copying: file)))
        .filter { $0.keySpace == .propertyList }
      #expect(items.count == list.leaves.count)
      for (item, leaf) in zip(items, list.leaves) {
        count += 1
        #expect(Self.agree(item, leaf[0], leaf[1]), "\(item.keyString): \(item.stringValue ?? "bytes"), Python \(leaf)")
      }
    }
    print("plistlib: \(lists.count) lists with \(count) values")
    #expect(lists.count == 60 && count > 300)
  }

  private static func agree(_ item: MetadataItem, _ kind: String, _ theirs: String) -> Bool {
    let text = item.stringValue ?? ""
    switch kind {
    case "number": return text == theirs || Double(text) == Double(theirs)
    case "flag": return text.lowercased() == theirs
    case "date": return text.filter(\.isNumber).hasPrefix(theirs)
    // The bytes themselves, or the characters that stand for them.
    case "data":
      let bytes = item.dataValue?.array ?? []
      let written = String(decoding: bytes, as: UTF8.self).filter { !$0.isWhitespace }
      return Data(bytes).base64EncodedString() == theirs || written == theirs
    default: return text == theirs
    }
  }

  private static let listScript = """
    import base64, datetime, json, plistlib, random

    chance = random.Random(7)

    def text():
        letters = ["a", "B", "\\u00e9", "\\u6f22", "\\U0001f600", '"', "<", "&", " ", "0"]
        return "".join(chance.choice(letters) for _ in range(chance.choice([0, 1, 3, 14, 15, 16, 40])))

    def value(depth):
        kind = chance.randrange(8 if depth < 4 else 6)
        if kind == 0: return chance.choice([0, 1, -1, 127, 128, 255, 65536, 2**31, -2**31, 2**63 - 1, -2**63])
        if kind == 1: return chance.choice([0.5, -1.5, 3.141592653589793, 1e300])
        if kind == 2: return chance.random() < 0.5
        if kind == 3: return chance.randbytes(chance.choice([1, 14, 15, 16, 300]))
        if kind == 4: return text()
        if kind == 5:
            return datetime.datetime(chance.randrange(1970, 2100), chance.randrange(1, 13), chance.randrange(1, 28),
                                     chance.randrange(24), chance.randrange(60), chance.randrange(60))
        count = chance.choice([1, 2, 16])
        if kind == 6: return [value(depth + 1) for _ in range(count)] if depth < 2 else [value(4)]
        return {text() + str(number): value(depth + 2) for number in range(count)}

    def leaves(value, out):
        if isinstance(value, dict):
            for item in value.values(): leaves(item, out)
        elif isinstance(value, list):
            for item in value: leaves(item, out)
        elif isinstance(value, bool): out.append(["flag", str(value).lower()])
        elif isinstance(value, (int, float)): out.append(["number", repr(value)])
        elif isinstance(value, bytes): out.append(["data", base64.b64encode(value).decode()])
        elif isinstance(value, str): out.append(["text", value])
        else: out.append(["date", value.strftime("%Y%m%d%H%M%S")])
        return out

    made = []
    for number in range(60):
        whole = {"root" + str(key): value(1) for key in range(chance.randrange(1, 6))}
        form = plistlib.FMT_BINARY if number % 2 else plistlib.FMT_XML
        data = plistlib.dumps(whole, fmt=form, sort_keys=False)
        made.append({"bytes": base64.b64encode(data).decode(), "leaves": leaves(plistlib.loads(data), [])})
    print(json.dumps(made))
    """
}
