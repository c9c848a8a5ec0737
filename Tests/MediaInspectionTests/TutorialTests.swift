import ByteReading
import Corpus
import Foundation
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
import Testing

/// The snippets of the tutorial in `MediaMetadata.docc`, as they stand there: what is between a
/// line `// snippet` and a line `// end` is a block of the article.
@Suite struct TutorialTests {
  private var path: String { Corpus.path(of: "mockups/track.mp3") }

  @Test func aFileIsOpened() throws {
    // snippet
    let document = try MediaFile.open(ByteSource.open(path: path))
    let items = MediaFile.metadata(of: document)
    for item in items {
      print(item.identifier, item.commonKey?.rawValue ?? "-", item.stringValue ?? "(bytes)")
    }
    // end
    #expect(items.count == 10)
    #expect(items.first?.identifier.text == "id3/TIT2")
  }

  @Test func itemsAreFound() throws {
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource.open(path: path)))
    // snippet
    let title = items.items(with: .title).first?.stringValue
    let year = items.items(withKey: "TYER").first?.numberValue?.integer
    let comment = MetadataIdentifier("id3/TXXX").flatMap { items.items(with: $0).first }
    // end
    #expect(title == "Blue Train" && year == 1958)
    #expect(comment?.stringValue == "Recorded at Van Gelder Studio")
  }

  @Test func anItemKnowsItsBytes() throws {
    let items = MediaFile.metadata(of: try MediaFile.open(ByteSource.open(path: path)))
    // snippet
    if let picture = items.items(with: .artwork).first {
      let bytes = picture.dataValue
      print(picture.path, bytes?.fileOffset ?? 0, bytes?.count ?? 0)
      print(picture.value?["MIME"]?.string ?? "", bytes?.picture?.width ?? 0)
    }
    // end
    let picture = try #require(items.items(with: .artwork).first)
    #expect(picture.path == "ID3v2/APIC" && picture.dataValue?.count == 2_170)
    #expect(picture.value?["MIME"]?.string == "image/jpeg")
  }

  @Test func fieldsAreTheSameInAllFormats() throws {
    let document = try MediaFile.open(Corpus.open("made/tags-at-the-end.mp3"))
    // snippet
    let fields = MediaFile.fields(of: document)
    print(fields["artist"]?.text ?? "unknown")
    for other in fields["artist"]?.conflicts ?? [] {
      print("but", other.items[0].identifier, "says", other.value.text)
    }
    // end
    #expect(fields["artist"]?.text == "One; Two")
    #expect(fields["artist"]?.conflicts.map(\.value.text) == ["Artist"])
  }

  @Test func anAssetIsLoaded() async throws {
    // snippet
    let asset = MediaAsset(path: path)
    let (duration, fields) = try await asset.load(.duration, .fields)
    print(fields["name"]?.text ?? path, duration.seconds, duration.source)
    // end
    #expect(fields["name"]?.text == "Blue Train" && duration.seconds > 0)
  }

  @Test func aFolderIsATable() async throws {
    // snippet
    /// A line for each media file in `folder`: its name, artist, title, year and length.
    func tagTable(of folder: String) async throws -> [String] {
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      return try await withThrowingTaskGroup(of: (Int, String)?.self) { group in
        for (place, name) in names.enumerated() {
          group.addTask {
            let asset = MediaAsset(path: folder + "/" + name)
            // What is no media file is passed over.
            guard let (duration, fields) = try? await asset.load(.duration, .fields)
            else { return nil }
            let cells = ["artist", "name", "year"].map { fields[$0]?.text ?? "-" }
            let length = duration.time.isNumeric ? "\(duration.seconds) s" : "-"
            return (place, ([name] + cells + [length]).joined(separator: " | "))
          }
        }
        var rows: [(Int, String)] = []
        for try await row in group { if let row { rows.append(row) } }
        return rows.sorted { $0.0 < $1.0 }.map(\.1)
      }
    }
    // end
    let table = try await tagTable(of: Corpus.path(of: "mockups"))
    #expect(table.contains("movie.mov | - | Sample Reel | - | 2.0 s"))
    let song = try #require(table.first { $0.hasPrefix("track.mp3") })
    #expect(song.hasPrefix("track.mp3 | John Coltrane | Blue Train | 1958 | "))
    #expect(table.count == 8)
  }

  /// The article shows these snippets and no others, in this order.
  @Test func theArticleShowsThem() throws {
    let root = Corpus.folder.dropLast("/Corpus".count)
    let article = try String(
      contentsOfFile: root + "/Sources/MediaMetadata/MediaMetadata.docc/TagsOfAFolder.md",
      encoding: .utf8)
    let blocks = article.components(separatedBy: "```swift\n").dropFirst().map {
      $0.components(separatedBy: "```")[0]
    }
    let source = try String(contentsOfFile: #filePath, encoding: .utf8)
    let snippets = source.components(separatedBy: "    // snippet\n").dropFirst().map { part in
      part.components(separatedBy: "    // end\n")[0].components(separatedBy: "\n")
        .map { $0.hasPrefix("    ") ? String($0.dropFirst(4)) : $0 }.joined(separator: "\n")
    }
    #expect(snippets.count == 6)
    #expect(Array(blocks) == Array(snippets))
  }
}
