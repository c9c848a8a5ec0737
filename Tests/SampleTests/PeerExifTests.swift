import ByteReading
import Corpus
import Foundation
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// What exiftool reads of Exif and XMP in every sample, held against our items: the value of each tag, and for Exif
/// that the bytes at the item's place are that value.
@Suite(.enabled(if: Samples.folder != nil, "ATOMTOOLS_SAMPLES names no folder"))
struct PeerExifTests {
  @Test(.enabled(if: Peers.path(of: "exiftool") != nil, "exiftool is not installed"))
  func exiftoolReadsTheSameEntries() throws {
    let paths = Samples.entries.map { Samples.place(of: $0.path) + "\n" }.joined()
    let data = try Peers.run(
      Peers.path(of: "exiftool") ?? "", ["-j", "-n", "-a", "-G1", "-D", "-@", "-"], input: paths)
    let told = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
    var counts = (exif: 0, xmp: 0)
    var complaints: [String] = []
    for file in told {
      guard let path = file["SourceFile"] as? String else { continue }
      let tags = file.compactMap { Tag($0.key, $0.value) }.sorted { $0.name < $1.name }
      guard !tags.isEmpty, let document = try? MediaFile.open(ByteSource.open(path: path)) else { continue }
      let items = MediaFile.metadata(of: document)
      let exif = Dictionary(grouping: items.filter { $0.keySpace == .exif }, by: \.keyString)
      let texts = items.filter { $0.keySpace == .xmp }.map { ($0.stringValue ?? "").words }
      for tag in tags {
        for value in tag.values {
          let agrees: Bool
          if tag.isXMP {
            counts.xmp += 1
            agrees = texts.contains { Self.same($0, value.words) }
          } else {
            counts.exif += 1
            agrees = exif[tag.name]?.contains { Self.agree($0, value) } ?? false
          }
          let ours = (tag.isXMP ? [] : exif[tag.name] ?? []).map { $0.stringValue ?? "bytes" }
          if !agrees { complaints.append("\(path.split(separator: "/").last ?? "") \(tag.name): \(ours), exiftool \(value)") }
        }
      }
    }
    print("exiftool: \(counts.exif) entries of Exif, \(counts.xmp) values of XMP")
    #expect(complaints.isEmpty, "\(complaints.joined(separator: "\n"))")
    #expect(counts.exif >= 500 && counts.xmp >= 700)
  }

  /// A tag that exiftool gives under its group.
  private struct Tag {
    let name: String
    let isXMP: Bool
    let values: [String]

    init?(_ key: String, _ value: Any) {
      let parts = key.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2, let value = value as? [String: Any], let content = value["val"] else { return nil }
      isXMP = parts[0].hasPrefix("XMP-")
      guard isXMP || ["IFD0", "ExifIFD", "GPS"].contains(parts[0]) else { return nil }
      // Places of strips are no items; long binary values it does not print.
      let texts = (content as? [Any] ?? [content]).map { "\($0)" }
      values = texts.filter { !$0.isEmpty && !$0.hasPrefix("(Binary data") }
      if isXMP {
        name = key
      } else {
        guard !["StripOffsets", "StripByteCounts"].contains(parts[1]) else { return nil }
        name = PeerExifTests.names[parts[1]] ?? parts[1]
      }
    }
  }

  /// What it calls tags otherwise than Exif does; those without a name in our tables are numbers.
  private static let names = [
    "ISO": "PhotographicSensitivity", "CreateDate": "DateTimeDigitized", "ModifyDate": "DateTime",
    "ExifImageWidth": "PixelXDimension", "ExifImageHeight": "PixelYDimension",
    "ExposureCompensation": "ExposureBiasValue", "LensInfo": "LensSpecification", "SerialNumber": "BodySerialNumber",
    "OwnerName": "CameraOwnerName", "ImageHeight": "ImageLength", "FocalLengthIn35mmFormat": "FocalLengthIn35mmFilm",
    "PixelScale": "ModelPixelScale", "ModelTiePoint": "ModelTiepoint",
  ]

  private static func agree(_ item: MetadataItem, _ theirs: String) -> Bool {
    let text = item.stringValue ?? ""
    let bytes = item.dataValue?.array ?? []
    if same(text.words, theirs.words), same(String(decoding: bytes, as: UTF8.self).words, theirs.words) { return true }
    let numbers = theirs.split(separator: " ").compactMap { Double($0) }
    guard !numbers.isEmpty else { return same(text.words, theirs.words) }
    // By powers of two, of which it gives what they stand for (APEX).
    let isTime = item.keyString == "ShutterSpeedValue"
    let isPower = isTime || ["ApertureValue", "MaxApertureValue"].contains(item.keyString)
    return readings(bytes).contains { reading in
      var reading = isPower ? reading.map { exp2(isTime ? -$0 : $0 / 2) } : reading
      if item.keyString.hasPrefix("GPS"), reading.count == 3, numbers.count == 1 {
        reading = [reading[0] + reading[1] / 60 + reading[2] / 3_600]
      }
      return reading.count == numbers.count
        && zip(reading, numbers).allSatisfy { abs($0 - $1) <= max(abs($1) * 1e-6, 1e-9) }
    }
  }

  /// Texts, as it writes dates and numbers otherwise than XMP does.
  private static func same(_ ours: String, _ theirs: String) -> Bool {
    if ours == theirs { return true }
    if let a = Double(ours.fraction), let b = Double(theirs), abs(a - b) <= abs(b) * 1e-6 { return true }
    let (a, b) = (ours.filter(\.isNumber), theirs.filter(\.isNumber))
    return b.count >= 6 && a == b
  }

  /// The numbers that bytes may be, in both orders: of one, two, four and eight bytes, and pairs of them.
  private static func readings(_ bytes: [UInt8]) -> [[Double]] {
    func numbers(_ width: Int, _ isLittle: Bool) -> [UInt64] {
      stride(from: 0, to: bytes.count / width * width, by: width).map { at in
        let part = bytes[at..<at + width]
        return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | UInt64($1) }
      }
    }
    var all: [[Double]] = [bytes.map { Double($0) }]
    for isLittle in [false, true] {
      let (short, long) = (numbers(2, isLittle), numbers(4, isLittle))
      let signed = long.map { Double(Int32(truncatingIfNeeded: $0)) }
      all += [short.map { Double($0) }, long.map { Double($0) }, signed]
      all.append(numbers(8, isLittle).map { Double(bitPattern: $0) })
      for parts in [long.map { Double($0) }, signed] where parts.count % 2 == 0 {
        let pairs = stride(from: 0, to: parts.count, by: 2).map { (parts[$0], parts[$0 + 1]) }
        all.append(pairs.map { $0.1 == 0 ? 0 : $0.0 / $0.1 })
      }
    }
    return all
  }
}

extension String {
  /// Without what fills it, and in small letters, as truth values are written in two ways.
  fileprivate var words: String {
    split { $0.isWhitespace || $0 == "\0" }.joined(separator: " ").lowercased()
  }

  /// The number that a fraction is, as text: `1/4` is 0.25.
  fileprivate var fraction: String {
    let parts = split(separator: "/").compactMap { Double($0) }
    return parts.count == 2 && parts[1] != 0 ? "\(parts[0] / parts[1])" : self
  }
}
