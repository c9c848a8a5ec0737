import Corpus
import Foundation
import Testing

/// What many files have alike is written once; a gate and bytes are said of each.
@Suite struct DiffGroupTests {
  private static let hasPython = (try? Run.shell("python3 --version").code) == 0

  /// Makes nine copies, eight with a chunk of sound one byte on and one with a flag of a track.
  private static let files = """
    set -e
    corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
    mkdir a b; for n in 1 2 3 4 5 6 7 8 9; do cp "$corpus/fast.mp4" a/$n.mp4; done
    python3 - <<'END'
    for number in range(1, 10):
      data = bytearray(open("a/1.mp4", "rb").read())
      if number < 9:
        data[data.index(b"stco", data.index(b"stco") + 1) + 4 + 55] += 1
      else:
        data[data.index(b"tkhd") + 7] ^= 2
      open("b/%d.mp4" % number, "wb").write(data)
    END

    """

  /// What a gate lets pass is no error of a report, and what it does not is one.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func reportsSayWhatTheGateSays() throws {
    let run = try Run.shell(
      Self.files + """
        for n in 9 1; do
          atomdiff --gate --summary a/$n.mp4 b/$n.mp4 | head -1
          atomdiff --gate --sarif a/$n.mp4 b/$n.mp4 | grep -o '"level":"[a-z]*"' | sort -u
          atomdiff --gate --junit a/$n.mp4 b/$n.mp4 | grep -o 'failures="[0-9]*"' | head -1
          atomdiff --gate --github -q a/$n.mp4 b/$n.mp4 2>&1 | grep -o '^::[a-z]*' | sort -u
        done
        """)
    #expect(
      run.text == """
        1 of 1 file differs; the gate is open
        "level":"note"
        failures="0"
        ::notice
        1 of 1 file differs; the gate is closed
        "level":"error"
        failures="1"
        ::error

        """, "\(run.errorText)")
  }

  /// A rule leaves the change out: the files are not equal for that.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func whatIsLeftOutIsNotEqual() throws {
    let run = try Run.shell(
      Self.files + "atomdiff --stat -I //tkhd a/9.mp4 b/9.mp4; atomdiff -v -I //tkhd a/9.mp4 b/9.mp4; atomdiff -v a/9.mp4 a/8.mp4")
    #expect(
      run.text == """
        a/9.mp4 → b/9.mp4: nothing that counts under the profile default
        b/9.mp4: nothing that counts under the profile default
        a/8.mp4: equal

        """, "\(run.errorText)")
  }

  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func gatesAreSaidOfEachFileOfAGroup() throws {
    let run = try Run.shell(
      Self.files + "atomdiff --gate -r a b > out || echo \"exit code $?\"\ngrep -v '^  the same' out")
    let gates = (1...8).map { "b/\($0).mp4  gate: closed by samples, problems\n" }.joined()
    #expect(
      run.text == "exit code 1\n" + gates + """
        --- a/9.mp4   28,506 bytes
        +++ b/9.mp4   28,506 bytes   same media

          tracks    tkhd.flags 0x000003 → 0x000001

          moov/trak[vide]/tkhd
            flags                           ~ 0x000003 → 0x000001 (−in movie)

        1 change.
        gate: open

        in many files
          moov/trak[soun]/mdia/minf/stbl/stco.entries[12].chunk_offset  0x2bb3 → 0x2bb4
              8 files: b/1.mp4, b/2.mp4, b/3.mp4 and 5 more
          moov/trak[vide]  new problem  warning: sample 14 begins at 0x2d38, inside a sample of track 2 [samples-overlap]
              8 files: b/1.mp4, b/2.mp4, b/3.mp4 and 5 more

          8 files: b/1.mp4, b/2.mp4, b/3.mp4 and 5 more
            samples: audio 2 of 88 samples, from 20 (0.418 s) on, are read from other bytes (+1)
            problems: 1 new: samples-overlap
            not checked: sound (audio inside samples)

        9 of 9 files differ; the gate is closed for 8

        """, "\(run.errorText)")
  }

  /// Of a field its bytes, of a row those of the row, in text and documents.
  @Test(.enabled(if: hasPython, "python3 is not installed"))
  func bytesOfWhatChangedAreThoseOfTheFile() throws {
    let run = try Run.shell(
      Self.files + """
        atomdiff -x a/1.mp4 b/1.mp4 | grep '^      bytes'
        atomdiff -x a/9.mp4 b/9.mp4 | grep '^      bytes'
        atomdiff --json -x a/1.mp4 b/1.mp4 | grep -o '"oldHex":"[^"]*","newHex":"[^"]*"'
        """)
    #expect(
      run.text == """
              bytes 00 00 2b b3 → 00 00 2b b4
              bytes 00 00 03 → 00 00 01
        "oldHex":"00 00 2b b3","newHex":"00 00 2b b4"

        """, "\(run.errorText)")
  }
}
