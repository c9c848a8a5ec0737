import ByteReading
import Corpus
import Foundation
import FuzzOracles
import MediaFacts
import MediaInspection
import Structure
import Testing

/// What `--plays` says of Chrome and of Firefox, held against browsers: they play what is said to play, and do not
/// play what is said not to.
@Suite(.serialized) struct PlayedFilesTests {
  /// A file, and what is said of it.
  private struct File {
    let bytes: [UInt8]
    /// What `--plays` says, by the name of the player.
    let answers: [String: PlayerVerdict.Answer]
    /// The file as an argument of `appendAll`.
    let appended: [String]?
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
    "heaac-implicit", "heaac-hierarchical", "hls-sbr", "vorbis-mp4",
    // AAC that is said to have other rates and channels.
    "aac-beyond-listed",
    // The first frame alone is said to be of layer 2.
    "mp2-mp4", "mp2-rate",
    // Pictures in colours that are said to have none.
    "av1-monochrome",
    // A picture of a kind that its bits are not of.
    "hls-key-frames",
  ]

  /// Made and judged once, whichever browsers there are.
  private static let files = Result { try makeFiles() }

  private static let browsers: Set<String> = ["chrome", "chrome-mse", "firefox", "firefox-mse"]

  /// The broken file of each case, and what it was made from, by the name that a browser takes them for what
  /// they are by.
  private static func makeFiles() throws -> [String: File] {
    let catalogue = PlayerRules.catalogue()
    var files: [String: File] = [:]
    for (number, each) in PlayerCases.all.enumerated() where !unlike.contains(each.rule) {
      let base = PlayerCases.content(try Corpus.open("encoded/\(each.base)"))
      for (name, bytes) in [("base-\(each.base)", base), ("\(number)-\(each.rule)", each.edit(base))] {
        guard let document = try? MediaFile.open(ByteSource(copying: bytes)), let ending = ending(document),
          files[name + ending] == nil
        else { continue }
        MediaFile.check(document, name: nil, isThorough: true, countingFrames: true)
        let judgement = PlayerJudgement(document, name: Array((name + ending).utf8), by: catalogue)
        let verdicts = judgement.verdicts(for: catalogue.players.filter { browsers.contains($0.id) })
        let type = document.synopsis.mediaType?(document).text ?? ""
        files[name + ending] = File(
          bytes: bytes,
          answers: Dictionary(verdicts.map { ($0.player.id, $0.answer) }) { first, _ in first },
          appended: document.synopsis.isFragmented
            ? [name + ending, type, Data(bytes).base64EncodedString()] : nil)
      }
    }
    return files
  }

  /// Holds what a browser did against what is said of a player: where it is not as said, and whether enough of
  /// it was as said. With rules that decide nothing there would be no disagreement either.
  private static func compare(
    _ played: [Played], with player: String, of files: [String: File], atLeast least: Int
  ) {
    var disagreements: [String] = []
    var decided = 0
    for each in played {
      let isFine = each.plays && each.error.isEmpty
      switch files[each.name]?.answers[player] {
      case .plays where !isFine: disagreements.append("\(each.name) is said to play: \(each.error)")
      case .no where isFine: disagreements.append("\(each.name) is said not to play, and does")
      case .plays, .no: decided += 1
      default: break
      }
    }
    print("\(decided) of \(played.count) files play, or do not, as is said of \(player)")
    #expect(disagreements == [], "\(player)")
    #expect(decided >= least, "\(player)")
  }

  /// The made files in a folder beside a page that plays them, for the time of `body`.
  private static func withPage(
    _ script: String = "", of files: [String: File], _ body: (URL) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("played-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, file) in files { try Data(file.bytes).write(to: folder.appendingPathComponent(name)) }
    let page = folder.appendingPathComponent("page.html")
    try Data((Self.page + script).utf8).write(to: page)
    try body(page)
  }

  /// The calls that play whole files, and append those in fragments.
  private static func calls(_ files: [String: File]) throws -> (plain: String, pieces: String) {
    let appended = files.values.compactMap(\.appended).sorted { $0[0] < $1[0] }
    let encoder = JSONEncoder()
    return (
      "playAll(\(String(decoding: try encoder.encode(files.keys.sorted()), as: UTF8.self)))",
      "appendAll(\(String(decoding: try encoder.encode(appended), as: UTF8.self)))"
    )
  }

  @Test func chromiumPlaysWhatIsSaidToPlay() throws {
    guard Browser.program != nil else {
      print("skipped: Chromium is not installed")
      return
    }
    let files = try Self.files.get()
    let calls = try Self.calls(files)
    try Self.withPage(of: files) { page in
      let browser = try Browser()
      try browser.open(page.absoluteString)
      let decoder = JSONDecoder()
      let plain = try decoder.decode([Played].self, from: Data(browser.value(of: calls.plain, as: String.self).utf8))
      #expect(plain.count == files.count)
      Self.compare(plain, with: "chrome", of: files, atLeast: 150)
      let pieces = try decoder.decode([Played].self, from: Data(browser.value(of: calls.pieces, as: String.self).utf8))
      #expect(pieces.count > 20)
      Self.compare(pieces, with: "chrome-mse", of: files, atLeast: 30)
    }
  }

  @Test func firefoxPlaysWhatIsSaidToPlay() throws {
    guard FirefoxPage.program != nil else {
      print("skipped: Firefox is not installed")
      return
    }
    let files = try Self.files.get()
    let calls = try Self.calls(files)
    let script = """
      <script>
      (async () => dump("played: [" + await \(calls.plain) + "," + await \(calls.pieces) + "]\\n"))();
      </script>
      """
    try Self.withPage(script, of: files) { page in
      let line = try FirefoxPage.line(after: "played: ", of: page, seconds: 300)
      let played = try JSONDecoder().decode([[Played]].self, from: Data(line.utf8))
      #expect(played.count == 2)
      guard played.count == 2 else { return }
      #expect(played[0].count == files.count)
      Self.compare(played[0], with: "firefox", of: files, atLeast: 150)
      #expect(played[1].count > 20)
      Self.compare(played[1], with: "firefox-mse", of: files, atLeast: 30)
    }
  }

  /// How a file is to be called for a browser to take it for what it is; `nil` for what none of its elements shows.
  private static func ending(_ document: Document) -> String? {
    switch document.synopsis.format {
    case .heif: return document.synopsis.tracks.isEmpty ? ".avif" : nil
    case .mp4, .quickTime, .mobile3GPP, .mobile3GPP2: return ".mp4"
    case .mp3: return ".mp3"
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
    async function play(name, source) {
      if (name.endsWith(".avif")) return image(name);
      const element = document.createElement("video");
      element.muted = true;
      element.preload = "auto";
      document.body.append(element);
      let frames = 0;
      const count = () => { frames += 1; element.requestVideoFrameCallback(count); };
      element.requestVideoFrameCallback(count);
      let refusal = "";
      const failure = source ? source(element) : () => "";
      if (!source) element.src = encodeURIComponent(name);
      element.play().catch(error => { refusal = error.name; });
      const started = performance.now();
      let begun = 0;
      // Firefox counts no bytes of sound: there it is heard by the clock.
      const isHeard = () => element.webkitAudioDecodedByteCount > 0 || (element.mozHasAudio === true && element.currentTime > 0);
      for (;;) {
        await pause(40);
        const now = performance.now();
        if (element.error || element.ended || failure()) break;
        if (!begun && (frames > 0 || isHeard())) begun = now;
        if (begun ? now - begun > 1200 : now - started > 8000) break;
      }
      const hasPicture = element.videoWidth > 0;
      const plays = hasPicture ? frames > 0 : isHeard() && (element.ended || element.currentTime > 0.1);
      const error = element.error ? element.error.code + " " + element.error.message : failure() ? failure() : plays ? "" : refusal || "nothing";
      element.removeAttribute("src");
      element.load();
      element.remove();
      return {name, plays, error};
    }
    // Gives an element the bytes in one piece, and tells why it refuses them.
    function append(type, bytes) {
      return element => {
        let failure = "";
        const media = new MediaSource();
        media.addEventListener("sourceopen", () => {
          try {
            const buffer = media.addSourceBuffer(type);
            buffer.addEventListener("error", () => { failure = "append"; });
            buffer.addEventListener("updateend", () => { if (!failure && media.readyState == "open") media.endOfStream(); });
            buffer.appendBuffer(bytes);
          } catch (error) { failure = error.name; }
        });
        element.src = URL.createObjectURL(media);
        return () => failure;
      };
    }
    async function eightAtATime(list, work) {
      const found = [];
      const rest = list.slice();
      const worker = async () => { while (rest.length) found.push(await work(rest.shift())); };
      await Promise.all(Array.from({length: 8}, worker));
      return JSON.stringify(found);
    }
    const playAll = names => eightAtATime(names, name => play(name));
    const appendAll = files => eightAtATime(files, ([name, type, text]) =>
      play(name, append(type, Uint8Array.from(atob(text), letter => letter.charCodeAt(0)))));
    </script>
    """
}
