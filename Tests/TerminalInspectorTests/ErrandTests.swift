import ByteReading
import CommandLineSupport
import Corpus
import MediaInspection
import Structure
import Testing

@testable import TerminalInspector

/// What goes on on another thread while keys are answered.
@Suite struct ErrandTests {
  /// Waits until something holds, ten seconds at most; whether it does.
  private func comes(_ condition: () -> Bool) -> Bool {
    for _ in 0..<2_000 {
      if condition() { return true }
      pause(milliseconds: 5)
    }
    return condition()
  }

  @Test func anErrandGoesOnBesideWhoAskedForIt() {
    let gate = Guarded(false)
    let errand = Errand {
      while !gate.value { pause(milliseconds: 1) }
      return 17
    }
    // Were it done on this thread, the test would not come here.
    #expect(errand.result == nil)
    gate.value = true
    #expect(comes { errand.result == 17 })
  }

  private func call(
    _ files: [String], isPair: Bool = false,
    _ open: @escaping @Sendable (FilePath, ReadingProgress) -> InspectorCall.Opening
  ) -> InspectorCall {
    InspectorCall(
      tool: "atomdump", files: files.map { FilePath($0) }, isPair: isPair, color: .never,
      isASCII: false, open: open, check: { document, _ in document })
  }

  /// Two files of which the second takes as long as the test wants.
  @Test func whoWaitsIsToldWhichFileIsReadAndHowFar() throws {
    let gate = Guarded(false)
    let files = OpeningFiles(
      call(["first.mov", "second.mov"]) { path, progress in
        if path.display == "second.mov" {
          progress.note(381, of: 1_000)
          while !gate.value { pause(milliseconds: 1) }
        }
        return .failed("is \(path.display)")
      })
    #expect(files.soon == nil)
    #expect(comes { files.sentence.hasPrefix("still reading second.mov, 38 %: ") }, "\(files.sentence)")
    gate.value = true
    #expect(comes { files.soon != nil })
    let opened = try #require(files.soon)
    #expect(opened.files.map(\.path.display) == ["first.mov", "second.mov"])
    #expect(opened.surveys.isEmpty)
    #expect(opened.failures == ["first.mov: is first.mov", "second.mov: is second.mov"])
    #expect(files.typed.isEmpty)
  }

  /// Both files are compared on the thread that opened them: the state is given what came of it.
  @Test func aPairIsComparedWhereItIsOpened() throws {
    let documents = try ["mockups/a.mp4", "mockups/b.mp4"].map {
      try MediaFile.open(Corpus.open($0))
    }
    let files = OpeningFiles(
      call(["a.mp4", "b.mp4"], isPair: true) { path, _ in
        .opened(documents[path.display == "a.mp4" ? 0 : 1])
      })
    #expect(comes { files.soon != nil })
    let opened = try #require(files.soon)
    let own = Pairing(documents[0], documents[1])
    #expect(opened.pairing?.lines.map(\.text) == own.lines.map(\.text))
    #expect(!own.lines.isEmpty)
    let state = State(
      surveys: opened.surveys, pairing: opened.pairing, columns: 80, rows: 24)
    #expect(state.pairing === opened.pairing)
    #expect(state.partner(of: 0) === documents[1])
    #expect(state.partner(of: 1) === documents[0])
  }

  @Test func whatWasComparedIsFoundWhereverItStandsMeanwhile() throws {
    let files = try ["mockups/movie.mov", "mockups/a.mp4"].map {
      (try MediaFile.open(Corpus.open($0)), FilePath($0))
    }
    let other = try MediaFile.open(Corpus.open("mockups/b.mp4"))
    var state = State(files: files, columns: 80, rows: 24)
    // The person has gone on to the first file while the second was compared.
    state.compare(1, with: Survey(other), path: FilePath("b.mp4"), Pairing(files[1].0, other))
    #expect(state.fileCount == 3)
    #expect(state.document(of: 0) === files[1].0)
    #expect(state.document(of: 1) === other)
    #expect(state.document(of: 2) === files[0].0)
    #expect(state.broken == nil)
  }

  /// The reader of a file notes where it is: here among 3,000 empty free boxes of 8 bytes.
  @Test func readingNotesHowFarItIs() throws {
    var bytes: [UInt8] = [0, 0, 0, 16] + Array("ftypisom".utf8) + [0, 0, 2, 0]
    for _ in 0..<3_000 { bytes += [0, 0, 0, 8] + Array("free".utf8) }
    var limits = Limits()
    let progress = ReadingProgress()
    #expect(progress.hundredths == nil)
    limits.progress = progress
    let document = try MediaFile.open(ByteSource(copying: bytes), limits: limits)
    #expect(document.tree.count == 3_001)
    // The last node whose number divides by 1,024 is the 2,048th free box: 16 + 2,047 × 8 of 24,016.
    #expect(progress.hundredths == 68)
  }

  @Test(arguments: [
    (0, 0, nil), (0, 7, 0), (7, 7, 99), (9, 7, 99), (1 << 63, UInt64.max, 50), (UInt64.max, UInt64.max, 99),
    (3 << 30, 8 << 30, 37),
  ] as [(UInt64, UInt64, Int?)])
  func hundredthsAreThoseOfAnyNumbers(done: UInt64, total: UInt64, expected: Int?) {
    let progress = ReadingProgress()
    progress.note(done, of: total)
    #expect(progress.hundredths == expected)
  }
}
