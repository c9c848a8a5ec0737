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
  /// A file, and what is said of it.
  private struct File {
    let bytes: [UInt8]
    let document: Document
    /// What `--plays` says of Chrome and of its Media Source Extensions.
    let plain, pieces: PlayerVerdict.Answer?
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
    // The first frame alone is said to be of layer 2.
    "mp2-mp4",
  ]

  /// The broken file of each case, and what it was made from, by the name that a browser takes them for what
  /// they are by.
  private static func files() throws -> [String: File] {
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
        let answers = judgement.verdicts(for: catalogue.players.filter { $0.id == "chrome" || $0.id == "chrome-mse" })
        files[name + ending] = File(
          bytes: bytes, document: document, plain: answers.first { $0.player.id == "chrome" }?.answer,
          pieces: answers.first { $0.player.id == "chrome-mse" }?.answer)
      }
    }
    return files
  }

  /// Where what a browser did is not what was said, and how many of its answers were as said.
  private static func compare(
    _ played: [Played], _ said: (Played) -> PlayerVerdict.Answer?
  ) -> (disagreements: [String], decided: Int) {
    var disagreements: [String] = []
    var decided = 0
    for each in played {
      let isFine = each.plays && each.error.isEmpty
      switch said(each) {
      case .plays where !isFine: disagreements.append("\(each.name) is said to play: \(each.error)")
      case .no where isFine: disagreements.append("\(each.name) is said not to play, and does")
      case .plays, .no: decided += 1
      default: break
      }
    }
    return (disagreements, decided)
  }

  private static func call(_ function: String, _ arguments: some Encodable, in browser: Browser) throws -> [Played] {
    let arguments = String(decoding: try JSONEncoder().encode(arguments), as: UTF8.self)
    let answer = try browser.value(of: "\(function)(\(arguments))", as: String.self)
    return try JSONDecoder().decode([Played].self, from: Data(answer.utf8))
  }

  @Test func chromiumPlaysWhatIsSaidToPlay() throws {
    guard Browser.program != nil else {
      print("skipped: no browser is installed")
      return
    }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("played-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try Self.files()
    for (name, file) in files { try Data(file.bytes).write(to: folder.appendingPathComponent(name)) }
    let page = folder.appendingPathComponent("page.html")
    try Data(Self.page.utf8).write(to: page)
    let browser = try Browser()
    try browser.open(page.absoluteString)

    let plain = try Self.call("playAll", files.keys.sorted(), in: browser)
    #expect(plain.count == files.count)
    let wholes = Self.compare(plain) { files[$0.name]?.plain }
    print("\(wholes.decided) of \(plain.count) files play, or do not, as is said of Chrome")
    #expect(wholes.disagreements == [])
    // With rules that decide nothing there would be no disagreement either.
    #expect(wholes.decided >= 150)

    let fragmented = files.filter { $0.value.document.synopsis.isFragmented }.sorted { $0.key < $1.key }
    let appended = try Self.call(
      "appendAll",
      fragmented.map { name, file in
        [name, file.document.synopsis.mediaType?(file.document).text ?? "", Data(file.bytes).base64EncodedString()]
      }, in: browser)
    let pieces = Self.compare(appended) { files[$0.name]?.pieces }
    print("\(pieces.decided) of \(appended.count) files play, or do not, as is said of Chrome (MSE)")
    #expect(appended.count > 20)
    #expect(pieces.disagreements == [])
    #expect(pieces.decided >= 30)
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
      for (;;) {
        await pause(40);
        const now = performance.now();
        if (element.error || element.ended || failure()) break;
        if (!begun && (frames > 0 || element.webkitAudioDecodedByteCount > 0)) begun = now;
        if (begun ? now - begun > 1200 : now - started > 8000) break;
      }
      const hasPicture = element.videoWidth > 0;
      const plays = hasPicture ? frames > 0 : element.webkitAudioDecodedByteCount > 0 && (element.ended || element.currentTime > 0.1);
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
