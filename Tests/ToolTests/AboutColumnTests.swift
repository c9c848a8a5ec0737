import Corpus
import Foundation
import Testing

/// The flat row that `--about` writes of each file.
@Suite struct AboutColumnTests {
  private static func lines(_ arguments: [String], in folder: String = Corpus.folder) throws -> [[String: Any]] {
    let run = try Run.run(Run.atomdump, arguments, in: folder, environment: [:], input: nil)
    return try run.text.split(separator: "\n").map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
    }
  }

  private static let columns = [
    "trackCount", "codecList", "protectionAnswer", "videoTrack", "videoCodec", "videoCodecName", "width", "height",
    "rotation", "frameRate", "variableFrameRate", "videoBitRate", "colourAnswer", "colourPrimaries", "colourTransfer",
    "colourMatrix", "hdr", "dolbyVisionProfile", "audioTrack", "audioCodec", "audioCodecName", "sampleRate", "channels",
    "audioBitRate", "audioLanguage", "writer", "madeDate", "cameraMake", "cameraModel", "locationAnswer", "latitude",
    "longitude", "personalDataAnswer", "errorCount", "warningCount", "noteCount", "ruleList", "mediaSHA256",
    "videoSHA256", "audioSHA256",
  ]

  /// A line of each kind of file has each column, none of which is an object or a list.
  @Test func everyFileHasTheSameColumns() throws {
    var told: Set<String> = []
    for line in try Self.lines(["-r", "encoded", "mockups", "made", "broken", "--about", "--digest", "--jsonl"])
    where line["error"] == nil {
      for column in Self.columns {
        let value = line[column]
        #expect(value != nil && !(value is [Any]) && !(value is [String: Any]), "\(line["path"] ?? ""): \(column)")
        if !(value is NSNull) { told.insert(column) }
      }
      // Engines take names for the same that differ in case alone.
      #expect(Set(line.keys.map { $0.lowercased() }).count == line.count)
    }
    #expect(Self.columns.filter { !told.contains($0) } == [], "no file tells of them")
  }

  /// As plain lines it is a table of all columns that are no facts of their own.
  @Test func plainLinesAreATable() throws {
    let names = ["mockups/movie.mov", "mockups/track.mp3"]
    let about = try Run.run(Run.atomdump, ["--about", "--plain"] + names, in: Corpus.folder, environment: [:], input: nil)
    let columns = "name,size,duration,format,video,audio,moov,tracks,verdict"
    let table = try Run.run(
      Run.atomdump, ["--table=" + columns, "--plain"] + names, in: Corpus.folder, environment: [:], input: nil)
    #expect(about.code == 0 && about.text == table.text && about.text.hasPrefix(columns.replacing(",", with: "\t") + "\n"))
  }

  /// What a column says is what stands in the list or object that it is from.
  @Test func columnsSayWhatStandsElsewhere() throws {
    var compared = 0
    for line in try Self.lines(["-r", "encoded", "mockups", "made", "--about", "--digest", "--jsonl"])
    where line["error"] == nil {
      compared += 1
      let name = "\(line["path"] ?? "")"
      func same(_ column: String, _ other: Any?) {
        #expect("\(line[column] ?? "")" == "\(other ?? NSNull())", "\(name): \(column)")
      }
      let tracks = line["tracks"] as? [[String: Any]] ?? []
      let video = tracks.first { $0["handler"] as? String == "vide" }
      let sound = tracks.first { $0["handler"] as? String == "soun" }
      let audio = sound == nil ? line["audio"] as? [String: Any] : nil
      let problems = try #require(line["problems"] as? [String: Any])
      let digests = line["digests"] as? [[String: Any]] ?? []
      same("trackCount", tracks.count)
      same("videoTrack", video?["id"])
      for (column, key) in [
        ("videoCodec", "codec"), ("videoCodecName", "codecName"), ("frameRate", "frameRate"), ("videoBitRate", "bitRate"),
      ] { same(column, video?[key]) }
      same("width", video?["width"] ?? (video == nil ? (line["image"] as? [String: Any])?["width"] : nil))
      same("colourPrimaries", (video?["colour"] as? [String: Any])?["primaries"])
      same("audioCodec", sound?["codec"])
      same("audioCodecName", sound?["codecName"] ?? audio?["coding"])
      same("channels", sound?["channels"] ?? audio?["channels"])
      same("locationAnswer", (line["location"] as? [String: Any])?["answer"])
      same("errorCount", problems["errors"])
      same("ruleList", (problems["rules"] as? [[String: Any]])?.compactMap { $0["id"] as? String }.joined(separator: ","))
      same("mediaSHA256", digests.first { $0["of"] as? String == "media" }?["sha256"])
      let id = video?["id"] as? Int
      same(
        "videoSHA256",
        digests.first { $0["of"] as? String == "track" && id != nil && $0["track"] as? Int == id }?["sha256"])
    }
    #expect(compared > 100)
  }

  /// Where no rule has run, no column says that nothing is wrong; without digests there are none.
  @Test func whatWasNotAskedIsNotSaid() throws {
    let line = try #require(
      Self.lines(["--about", "--no-check", "--jsonl", "movie.mov"], in: Corpus.folder + "/mockups").first)
    for column in ["errorCount", "warningCount", "noteCount", "ruleList"] {
      #expect(line[column] is NSNull, "\(column)")
    }
    #expect(line["mediaSHA256"] == nil)
  }

  /// A table has the columns as well, and the codecs of all tracks.
  @Test func tablesTakeThem() throws {
    let run = try Run.run(
      Run.atomdump, ["--table=codecList,videoCodec,width,errorCount", "--plain", "movie.mov"],
      in: Corpus.folder + "/mockups", environment: [:], input: nil)
    #expect(run.text == "codecList\tvideoCodec\twidth\terrorCount\navc1,mp4a\tavc1\t160\t0\n")
  }
}
