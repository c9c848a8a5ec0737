import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import Structure
import Testing

/// What `--plays` says of Chrome, held against a browser: it plays what is said to play, and does not play what
/// is said not to.
@Suite(.serialized) struct PlayedFilesTests {
  /// The broken file of each case, and what it was made from, each once.
  private struct File {
    let name: String
    let bytes: [UInt8]
    var answer: PlayerVerdict.Answer?
  }

  /// What a browser made of a file.
  private struct Played: Decodable {
    let name: String
    /// Whether a picture was shown, or sound was decoded.
    let plays: Bool
    /// The code and the words of the error, if there was one in the time that was looked at.
    let error: String
  }

  /// Rules of which the broken file says what its samples are not, so that no player can decode them: a browser
  /// decides nothing of these.
  private static let unlike: Set<String> = [
    // The samples of a made file are no pictures.
    "avcc-profile-level-lie",
    // AAC that is said to be of another kind, or to be Vorbis.
    "heaac-implicit", "heaac-hierarchical", "vorbis-mp4",
    // The first frame alone is said to be of layer 2.
    "mp2-mp4",
  ]

  @Test func chromiumPlaysWhatIsSaidToPlay() throws {
    guard Browser.program != nil else {
      print("skipped: no browser is installed")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("played-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let catalogue = PlayerRules.catalogue()
    let chrome = catalogue.players.filter { $0.id == "chrome" }
    var files: [String: File] = [:]
    for (number, each) in PlayerCases.all.enumerated() where !Self.unlike.contains(each.rule) {
      let base = PlayerCases.content(try Corpus.open("encoded/\(each.base)"))
      for (name, bytes) in [("base-\(each.base)", base), ("\(number)-\(each.rule)", each.edit(base))] {
        guard let ending = Self.ending(bytes), files[name + ending] == nil else { continue }
        let document = try MediaFile.open(ByteSource(copying: bytes))
        MediaFile.check(document, name: nil, isThorough: true, countingFrames: true)
        let judgement = PlayerJudgement(document, name: Array((name + ending).utf8), by: catalogue)
        try Data(bytes).write(to: folder.appendingPathComponent(name + ending))
        files[name + ending] = File(
          name: name + ending, bytes: bytes, answer: judgement.verdicts(for: chrome).first?.answer)
      }
    }
    let page = folder.appendingPathComponent("page.html")
    try Data(Self.page.utf8).write(to: page)
    let browser = try Browser()
    try browser.open(page.absoluteString)
    let names = String(decoding: try JSONEncoder().encode(files.keys.sorted()), as: UTF8.self)
    let answer = try browser.value(of: "playAll(\(names))", as: String.self)
    let played = try JSONDecoder().decode([Played].self, from: Data(answer.utf8))
    #expect(played.count == files.count)
    var disagreements: [String] = []
    var decided = 0
    for each in played {
      let said = files[each.name]?.answer
      let isFine = each.plays && each.error.isEmpty
      switch said {
      case .plays where !isFine: disagreements.append("\(each.name) is said to play: \(each.error)")
      case .no where isFine: disagreements.append("\(each.name) is said not to play, and does")
      case .plays, .no: decided += 1
      default: break
      }
    }
    print("\(decided) of \(files.count) files play, or do not, as is said of Chrome")
    #expect(disagreements == [])
  }

  /// How a file is to be called for a browser to take it for what it is; `nil` for what none of its elements shows.
  private static func ending(_ bytes: [UInt8]) -> String? {
    guard let document = try? MediaFile.open(ByteSource(copying: bytes)) else { return nil }
    switch document.synopsis.format {
    case "heif": return document.synopsis.tracks.isEmpty ? ".avif" : nil
    case "mp4", "quicktime", "3gp", "3g2": return ".mp4"
    case "mp3": return ".mp3"
    default: return nil
    }
  }

  /// Plays files, eight at a time, for 1.2 seconds each or to their end.
  private static let page = """
    <!doctype html><meta charset=utf-8><title>Played</title><body><script>
    const pause = time => new Promise(done => setTimeout(done, time));
    async function image(name) {
      const element = new Image();
      const plays = await new Promise(done => {
        element.onload = () => done(true);
        element.onerror = () => done(false);
        element.src = encodeURIComponent(name);
      });
      return {name, plays, error: plays ? "" : "no image"};
    }
    async function play(name) {
      if (name.endsWith(".avif")) return image(name);
      const element = document.createElement("video");
      element.muted = true;
      element.preload = "auto";
      document.body.append(element);
      let frames = 0;
      const count = () => { frames += 1; element.requestVideoFrameCallback(count); };
      element.requestVideoFrameCallback(count);
      let refusal = "";
      element.src = encodeURIComponent(name);
      element.play().catch(error => { refusal = error.name; });
      const started = performance.now();
      let begun = 0;
      for (;;) {
        await pause(40);
        const now = performance.now();
        if (element.error || element.ended) break;
        if (!begun && (frames > 0 || element.webkitAudioDecodedByteCount > 0)) begun = now;
        if (begun ? now - begun > 1200 : now - started > 8000) break;
      }
      const hasPicture = element.videoWidth > 0;
      const plays = hasPicture ? frames > 0 : element.webkitAudioDecodedByteCount > 0 && (element.ended || element.currentTime > 0.1);
      const error = element.error ? element.error.code + " " + element.error.message : plays ? "" : refusal || "nothing";
      element.removeAttribute("src");
      element.load();
      element.remove();
      return {name, plays, error};
    }
    async function playAll(names) {
      const found = [];
      const rest = names.slice();
      const worker = async () => { while (rest.length) found.push(await play(rest.shift())); };
      await Promise.all(Array.from({length: 8}, worker));
      return JSON.stringify(found);
    }
    </script>
    """
}
