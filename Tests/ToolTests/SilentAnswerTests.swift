import Corpus
import Testing

/// Answers that are an exit code: silence is not success.
@Suite struct SilentAnswerTests {
  /// `-q` says nothing and answers as it would aloud.
  @Test(arguments: ["--find moov", "--find nothing-of-the-kind", "--samples=99", "--chunks=9", "--timeline=9", "--samples=1:900"])
  func aSilentListAnswersAsALoudOne(list: String) throws {
    let loud = try Run.shell("atomdump \(list) movie.mov")
    let silent = try Run.shell("atomdump -q \(list) movie.mov")
    #expect(silent.code == loud.code, "\(silent.errorText)")
    #expect(silent.output.isEmpty && silent.errors.isEmpty, "\(silent.errorText)")
    #expect(loud.code == (list == "--find moov" ? 0 : 1))
  }

  /// `movie.mov` has 48 samples of video and 88 of sound, of two seconds: a range that has none of them is no
  /// success, one that has some is.
  @Test(arguments: ["", "--plain", "--json", "--jsonl=node"])
  func aRangeWithoutSamplesIsNoSuccess(form: String) throws {
    let none = try Run.shell("atomdump --samples=1:900 \(form) movie.mov")
    let later = try Run.shell("atomdump --samples=1:10s..11s \(form) movie.mov")
    #expect(none.code == 1 && later.code == 1, "\(none.code), \(later.code)")
    #expect((form.isEmpty ? none.text : none.errorText).contains("no samples in this range"), "\(none.errorText)")
    #expect((form.isEmpty ? later.text : later.errorText).contains("no samples at this time"), "\(later.errorText)")
    for range in ["1:48..900", "1:1s..11s", ":60", "1"] {
      let some = try Run.shell("atomdump --samples=\(range) \(form) movie.mov")
      #expect(some.code == 0 && some.errors.isEmpty, "\(range): \(some.errorText)")
    }
  }

  /// Under a profile of the media, whatever becomes of the media is a change: a track that is gone, sound
  /// that is another, a reference that leads elsewhere.
  @Test func theProfileOfMediaSeesAllMedia() throws {
    let scratch = try Scratch()
    try scratch.copy("mockups/movie.mov", to: "a.mov")
    try scratch.copy("encoded/two-languages.mp4", to: "two.mp4")
    try scratch.copy("encoded/broadcast.wav", to: "a.wav")
    // The type of the last track becomes that of free space; the last byte of the sound another.
    let run = try Run.shell(
      """
      python3 - <<'END' || exit 77
      import struct
      data = bytearray(open('two.mp4', 'rb').read())
      place = data.rfind(b'trak', 0)
      data[place:place + 4] = b'free'
      open('one.mp4', 'wb').write(data)
      data = bytearray(open('a.wav', 'rb').read())
      place = data.find(b'data') + 8
      data[place] ^= 1
      open('b.wav', 'wb').write(data)
      END
      atomdiff -q --profile media two.mp4 one.mp4; echo $?
      atomdiff -q --profile media a.wav b.wav; echo $?
      atomdiff -q --profile media a.mov a.mov; echo $?
      """, in: scratch.path)
    if run.code == 77 {
      print("python3 is not installed: the profile of media was not tried on changed files")
      return
    }
    #expect(run.lines == ["1", "1", "0"], "\(run.text) \(run.errorText)")
  }
}
