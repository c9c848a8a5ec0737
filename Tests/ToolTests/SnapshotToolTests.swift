import ByteReading
import Corpus
import Foundation
import Testing

/// Snapshots as a person and a server use them.
@Suite struct SnapshotToolTests {
  /// Runs a script in a folder of its own; `$corpus` is that of the mock-ups.
  private func script(_ text: String) throws -> Run {
    try Run.shell(
      """
      set -e
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      \(text)
      """)
  }

  /// Samples in a `free` are no padding, and one that is another makes no others of those beside it.
  @Test func aSampleInFreeSpaceIsTold() throws {
    let run = try script(
      """
      cp "$corpus/slow.mp4" reel.mp4
      put() { printf "$1" | dd of=reel.mp4 bs=1 seek="$2" conv=notrunc 2>/dev/null; }
      put free 44; atomdiff --update reel.mp4; atomdiff --verify reel.mp4
      put 0 2044; atomdiff --verify reel.mp4 || echo "exit code $?"
      """)
    #expect(run.text.contains("exit code 1") && run.text.contains("ok    reel.mp4"), "\(run.text)")
    #expect(run.text.contains("  samples      video sample 1 of 48 (0.000 s) is another\n"), "\(run.text)")
    #expect(run.text.contains("~ data  25,271 bytes, byte 1,996 is 0x31 → 25,271 bytes, byte 1,996 is 0x30"), "\(run.text)")
  }

  /// A file that has a snapshot was one of ours: what became of it is no other format.
  @Test func aFileThatIsNoMediaAnyMoreFails() throws {
    let run = try script(
      """
      cp "$corpus/slow.mp4" a.mp4; cp "$corpus/fast.mp4" b.mp4; echo text >c.txt; atomdiff --update -r . >/dev/null 2>&1
      head -c 25271 /dev/zero >a.mp4
      atomdiff --verify --ci -r . || echo "exit code $?"
      """)
    #expect(run.text.contains("exit code 2") && run.text.contains("FAIL  ./a.mp4"), "\(run.text)")
  }

  /// A gate that looks into the wrong folder has not been passed.
  @Test(arguments: ["--verify", "--verify --ci", "--update", "--review"]) func aFolderWithoutMediaIsAMistake(action: String) throws {
    let run = try script(
      """
      echo text >c.txt; mkdir empty
      atomdiff \(action) -r . 2>&1 || echo "exit code $?"
      """)
    #expect(
      run.text.hasSuffix(
        """
        atomdiff: 1 file of another format passed over
        atomdiff: there is no media in '.'
        exit code 2

        """), "\(run.text)")
  }

  /// Tags are what a verdict calls so, whatever kind of file has them.
  @Test func theProfileOfTagsKnowsAllTags() throws {
    func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
      Array(type.utf8) + [UInt8(content.count), 0, 0, 0] + content
    }
    func wave(_ title: String) -> [UInt8] {
      // PCM of one channel, 16 bits.
      let format = chunk("fmt ", [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0])
      let list = chunk("LIST", Array("INFO".utf8) + chunk("INAM", Array(title.utf8) + [0]))
      return chunk("RIFF", Array("WAVE".utf8) + format + list + chunk("data", [1, 2]))
    }
    let folder = try Scratch()
    try folder.write(wave("One"), to: "a.wav")
    try folder.write(wave("Two"), to: "b.wav")
    let run = try Run.shell("atomdiff --profile tags a.wav b.wav; echo $?", in: folder.path)
    #expect(run.text.contains("\"One\" → \"Two\"") && run.lines.last == "1", "\(run.text)")
    // XMP in a box of its own has no name that a list of paths could have.
    let film = try Array(Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "mockups/fast.mp4"))))
    for (name, title) in [("a.mp4", "One"), ("b.mp4", "Two")] {
      let packet = """
        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
        <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title><rdf:Alt>\
        <rdf:li xml:lang="x-default">\(title)</rdf:li></rdf:Alt></dc:title></rdf:Description></rdf:RDF></x:xmpmeta>
        """
      try folder.write(film + atoms { atom("uuid") { hex("BE7ACFCB 97A942E8 9C719994 91E3AFAC"); text(packet) } }, to: name)
    }
    let films = try Run.shell("atomdiff --profile tags a.mp4 b.mp4; echo $?", in: folder.path)
    #expect(films.text.contains("\"One\" → \"Two\"") && films.lines.last == "1", "\(films.text)")
  }

  @Test func aCheckNamesLinesAndHowToAcceptThem() throws {
    let run = try script(
      """
      mkdir Fixtures; cp "$corpus/fast.mp4" Fixtures/bars.mp4
      cp "$corpus/frag.mp4" Fixtures/fragmented.mp4; cp "$corpus/slow.mp4" Fixtures/reel.mp4
      atomdiff --update Fixtures/*.mp4
      atomdiff --verify --ci Fixtures/*.mp4
      cp "$corpus/fast.mp4" Fixtures/reel.mp4; cp "$corpus/slow.mp4" Fixtures/hdr10.mp4
      atomdiff --verify --ci --github Fixtures/*.mp4 2>annotations || echo "exit code $?"
      cat annotations; ls Fixtures/hdr10*
      atomdiff --verify Fixtures/hdr10.mp4; atomdiff --update Fixtures/*.mp4
      rm Fixtures/bars.mp4; atomdiff --unused Fixtures || echo "exit code $?"
      """)
    #expect(
      run.text == """
        new   Fixtures/bars.mp4         written to Fixtures/bars.mp4.atoms
        new   Fixtures/fragmented.mp4   written to Fixtures/fragmented.mp4.atoms
        new   Fixtures/reel.mp4         written to Fixtures/reel.mp4.atoms

        0 ok, 3 written
        ok    Fixtures/bars.mp4
        ok    Fixtures/fragmented.mp4
        ok    Fixtures/reel.mp4

        3 ok
        ok    Fixtures/bars.mp4
        ok    Fixtures/fragmented.mp4
        new   Fixtures/hdr10.mp4        no snapshot (--ci: not written)
        FAIL  Fixtures/reel.mp4         differs from Fixtures/reel.mp4.atoms

          opening     what a player needs comes first now
          equivalent  file (order)
          the same    samples, times, start and end, seeking, setup, display, sound, text, tracks, protection, \
        timecode, events, tags, problems

          Fixtures/reel.mp4.atoms:8     moov
            > moov  moved before mdat: 0x62e7 → 0x20 (now fast start)
          not shown, because they follow: 95 chunk offsets, all +3,187 with the media data (proved)

        2 ok, 1 differs (1 change), 1 without snapshot
          accept all:   atomdiff --update Fixtures/hdr10.mp4 Fixtures/reel.mp4
        exit code 1
        ::error file=Fixtures/hdr10.mp4,title=atomdiff::Fixtures/hdr10.mp4: no snapshot. \
        Write one: atomdiff --update Fixtures/hdr10.mp4
        ::error file=Fixtures/reel.mp4.atoms,line=8,title=moov moved::Fixtures/reel.mp4: \
        moved before mdat: 0x62e7 → 0x20 (now fast start). Accept: atomdiff --update Fixtures/reel.mp4
        Fixtures/hdr10.mp4
        new   Fixtures/hdr10.mp4   written to Fixtures/hdr10.mp4.atoms
        ok    Fixtures/bars.mp4
        ok    Fixtures/fragmented.mp4
        ok    Fixtures/hdr10.mp4
        new   Fixtures/reel.mp4         written to Fixtures/reel.mp4.atoms

        3 ok, 1 written
        Fixtures/bars.mp4.atoms
        exit code 1

        """, "\(run.errorText)")
  }

  /// A file that somebody deleted is not met in its folder: its snapshot says that it was there.
  @Test func aFileThatIsGoneFailsACheckOfItsFolder() throws {
    let run = try script(
      """
      mkdir films; cp "$corpus/slow.mp4" films/a.mp4; cp "$corpus/fast.mp4" films/b.mp4
      atomdiff --update -q -r films; atomdiff --update -q -r --snapshots shots films
      rm films/b.mp4
      atomdiff --verify --ci -r films || echo "exit code $?"
      atomdiff --verify --ci -r --snapshots shots films || echo "exit code $?"
      atomdiff --verify -r films 2>&1
      """)
    #expect(
      run.text == """
        ok    films/a.mp4
        FAIL  films/b.mp4   the file is gone; its snapshot is films/b.mp4.atoms

        1 ok, 1 gone
        exit code 1
        ok    films/a.mp4
        FAIL  films/b.mp4   the file is gone; its snapshot is shots/films/b.mp4.atoms

        1 ok, 1 gone
        exit code 1
        atomdiff: films/b.mp4 is gone; its snapshot is films/b.mp4.atoms
        ok    films/a.mp4

        """, "\(run.errorText)")
  }

  @Test func snapshotsMayLieInAFolderOfTheirOwn() throws {
    let run = try script(
      """
      mkdir films; cp "$corpus/slow.mp4" films/a.mp4
      atomdiff --update -q --snapshots shots/deep films/a.mp4; find shots -type f
      atomdiff --verify --ci --snapshots shots/deep films/a.mp4
      atomdiff films/a.mp4 shots/deep/films/a.mp4.atoms
      atomdiff --verify --ci -r --snapshots shots/deep films
      rm films/a.mp4; atomdiff --unused --snapshots shots/deep || echo "exit code $?"
      cd shots; cp "$corpus/slow.mp4" ../films/x.mp4
      atomdiff --verify --ci --snapshots shots ../films/x.mp4 2>&1 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        shots/deep/films/a.mp4.atoms
        ok    films/a.mp4
        ok    films/a.mp4
        ok    films/a.mp4
        shots/deep/films/a.mp4.atoms
        exit code 1
        FAIL  ../films/x.mp4   ../films/x.mp4: lies outside of the folder of snapshots
        0 ok, 1 not read
        exit code 2

        """, "\(run.errorText)")
  }

  /// Comments stay, and a line that was edited wrongly is named.
  @Test func snapshotsMayBeEdited() throws {
    let run = try script(
      """
      cp "$corpus/slow.mp4" a.mp4; atomdiff --update -q a.mp4
      sed -i.bak 's/^\\(moov.mvhd .*timescale.*\\)/# ours\\n\\1  # not theirs/' a.mp4.atoms
      atomdiff --verify --ci a.mp4
      cp "$corpus/fast.mp4" a.mp4; atomdiff --update -q a.mp4; grep -n '#' a.mp4.atoms
      sed -i.bak "4s/'//" a.mp4.atoms; atomdiff --verify a.mp4 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        ok    a.mp4
        7:# ours
        8:moov/mvhd                         timescale 1000  # not theirs
        FAIL  a.mp4   a.mp4.atoms:4:51: the quote that opens here is not closed
        0 ok, 1 not read
        exit code 2

        """, "\(run.errorText)")
  }

  /// What an edited line says is expected, and all else is compared as two files are.
  @Test func whatAnEditedLineSaysIsExpected() throws {
    let run = try script(
      """
      cp "$corpus/slow.mp4" a.mp4; atomdiff --update -q a.mp4
      sed -i.bak 's/^\\(moov.mvhd .*timescale\\) 1000/\\1 600/' a.mp4.atoms
      atomdiff --verify --ci a.mp4 || echo "exit code $?"
      cp "$corpus/fast.mp4" a.mp4
      atomdiff --verify --ci a.mp4 | sed -n '/atoms:/,$p'
      """)
    #expect(
      run.text == """
        FAIL  a.mp4   differs from a.mp4.atoms

          times          not as the snapshot expects
          start and end  not as the snapshot expects
          the same       samples, seeking, setup, display, sound, text, tracks, protection, opening, timecode, \
        events, tags, file, problems

          a.mp4.atoms:8  moov/mvhd
            ~ timescale  600 → 1000
          note: 1 line of the snapshot was edited: what it says is expected

        0 ok, 1 differs (1 change)
          accept all:   atomdiff --update a.mp4
        exit code 1
          a.mp4.atoms:8  moov
            > moov  moved before mdat: 0x62e7 → 0x20 (now fast start)
          a.mp4.atoms:8  moov/mvhd
            ~ timescale  600 → 1000
          not shown, because they follow: 95 chunk offsets, all +3,187 with the media data (proved)
          note: 1 line of the snapshot was edited: what it says is expected

        0 ok, 1 differs (2 changes)
          accept all:   atomdiff --update a.mp4

        """, "\(run.text) \(run.errorText)")
  }

  /// A gate closes for times that are not those that an edited line expects, and stays open for a name that is not.
  @Test func aGateClosesForWhatAnEditedLineExpects() throws {
    let run = try script(
      """
      for edit in 's/^\\(moov.mvhd .*timescale\\) 1000/\\1 600/' "s/compressorname 'Lavc/compressorname 'Mavc/"; do
        cp "$corpus/../encoded/h264-aac.mp4" a.mp4; atomdiff --profile media --update -q a.mp4
        sed -i.bak "$edit" a.mp4.atoms
        atomdiff --verify --ci --gate a.mp4 | grep '^gate'
        atomdiff --verify --gate --json a.mp4 | grep -o '"equal":[a-z]*,"gate":[^]]*]'
      done
      """)
    #expect(
      run.text == """
        gate: closed by times, start and end
        "equal":false,"gate":["times","start and end"]
        gate: open
        "equal":false,"gate":[]

        """, "\(run.text) \(run.errorText)")
  }

  /// What an edited line says and the file has is no change, nor is what follows from it: edits last longer with 600 ticks
  /// a second, whose last two bytes are at 62. What else changed is told.
  @Test func anEditedLineThatIsMetIsNoChange() throws {
    let run = try script(
      """
      put() { printf "$1" | dd of=a.mp4 bs=1 seek="$2" conv=notrunc 2>/dev/null; }
      say() { atomdiff --verify --gate --json a.mp4 | grep -o '"equal":[a-z]*,"gate":[^]]*]\\|"state":"changed"' | sort -u; }
      cp "$corpus/fast.mp4" a.mp4; atomdiff --update -q a.mp4; put '\\004\\260' 62; say
      sed -i.bak 's/^\\(moov.mvhd .*timescale\\) 1000/\\1 1200/' a.mp4.atoms; say
      atomdiff --verify --ci a.mp4
      # What the file has not is not met by a profile that does not ask about it.
      sed -i.bak 's/^\\(moov.mvhd .*timescale\\) 1200/\\1 500/' a.mp4.atoms
      atomdiff --verify --gate --profile tags a.mp4 | grep -o 'closed by start and end' | sort -u
      sed -i.bak 's/^\\(moov.mvhd .*timescale\\) 500/\\1 1200/' a.mp4.atoms
      # The duration of the movie, 2,000 ticks, becomes 4,048.
      put '\\017' 66; say
      """)
    #expect(
      run.text == """
        "equal":false,"gate":["start and end"]
        "state":"changed"
        "equal":true,"gate":[]
        ok    a.mp4   note: 1 line of the snapshot was edited: what it says is expected
        closed by start and end
        "equal":false,"gate":["start and end","problems"]
        "state":"changed"

        """, "\(run.text) \(run.errorText)")
  }

  /// What an edited line of a single bit makes of the colours nobody can tell: that is not checked, and no change.
  @Test func whatAnEditedLineMakesOfOthersIsNotChecked() throws {
    let run = try script(
      """
      say() { atomdiff --verify --gate --json a.mp4 | grep -o '"equal":[a-z]*,"gate":[^]]*]\\|"name":"display","state":"[^}]*' | sort; }
      cp "$corpus/b.mp4" a.mp4; atomdiff --update -q a.mp4
      printf '\\200' | dd of=a.mp4 bs=1 seek=580 conv=notrunc 2>/dev/null; say
      sed -i.bak 's/full_range_flag 0/full_range_flag 1/' a.mp4.atoms; say
      """)
    #expect(
      run.text == """
        "equal":false,"gate":[]
        "name":"display","state":"changed","findings":[{"state":"changed","message":"colour tagged BT.709, full range (was BT.709)"
        "equal":true,"gate":[]
        "name":"display","state":"not checked","findings":[{"state":"not checked",\
        "message":"an edited line says another than was recorded; --update records what the file has"

        """, "\(run.text) \(run.errorText)")
  }

  /// Somebody expects another name of the encoder, and leaves `mdat` out: that a sample is another is no
  /// part of either.
  @Test func anEditedLineExpectsNoOtherSamples() throws {
    let run = try script(
      """
      cp "$corpus/../encoded/h264-aac.mp4" a.mp4; atomdiff --profile media --update -q a.mp4
      sed -i.bak "s/compressorname 'Lavc/compressorname 'Mavc/" a.mp4.atoms
      # The first byte of the name, and one of the first sample of the video.
      place() { LC_ALL=C grep -abo "$1" a.mp4 | head -n 1 | cut -d: -f1; }
      printf M | dd of=a.mp4 bs=1 seek=$(place 'Lavc libx264') conv=notrunc 2>/dev/null
      atomdiff --verify --ci -I //mdat a.mp4
      printf '\\377' | dd of=a.mp4 bs=1 seek=$(($(place mdat) + 704)) conv=notrunc 2>/dev/null
      atomdiff --verify --ci -I //mdat a.mp4 | sed -n '1p;3p;$p'
      """)
    #expect(
      run.text == """
        ok    a.mp4   note: 1 line of the snapshot was edited: what it says is expected
        FAIL  a.mp4   differs from a.mp4.atoms
          samples      video sample 1 of 10 (0.000 s) is another
          accept all:   atomdiff --update a.mp4

        """, "\(run.text) \(run.errorText)")
  }

  /// A change that two files have is asked once; what was accepted is written, what was rejected is not.
  @Test func aReviewGoesThroughChangesOnce() throws {
    let run = try script(
      """
      cp "$corpus/slow.mp4" one.mp4; cp one.mp4 two.mp4; atomdiff --update -q one.mp4 two.mp4
      cp "$corpus/fast.mp4" one.mp4; cp one.mp4 two.mp4
      # The last byte of the timescale, 1,000: 24 bytes behind the start of mvhd in moov at 32.
      printf '\\351' | dd of=two.mp4 bs=1 seek=63 conv=notrunc 2>/dev/null
      printf 'x\\na\\nr\\n' | atomdiff --review one.mp4 two.mp4 || echo "exit code $?"
      atomdiff --verify --ci one.mp4
      printf 'a\\ni\\n' | atomdiff --review two.mp4 | tail -n 1
      cat .atomdiff; atomdiff --verify --ci two.mp4
      atomdiff --review two.mp4 </dev/null
      """)
    #expect(
      run.text == """
        1 of 2  moov  moved before mdat: 0x62e7 → 0x20 (now fast start)
            2 files: one.mp4, two.mp4
          accept, reject, quit [a/r/q]?   accept, reject, quit [a/r/q]? \
        2 of 2  moov/mvhd.timescale  1,000 → 1,001
            1 file: two.mp4
          accept, reject, ignore from now on, quit [a/r/i/q]? 1 snapshot written, 1 left as before
        exit code 1
        ok    one.mp4
          accept, reject, ignore from now on, quit [a/r/i/q]? 1 snapshot written
        [two.mp4]
        ignore moov/mvhd.timescale
        ok    two.mp4
        0 snapshots written

        """, "\(run.text) \(run.errorText)")
  }

  /// What is ignored in two files is not ignored in a third; in many, which are all there are, it is in all.
  @Test func aReviewIgnoresInTheFilesThatHaveIt() throws {
    let run = try script(
      """
      for name in one two; do cp "$corpus/slow.mp4" $name.mp4; done; atomdiff --update -q *.mp4
      for name in one two; do printf '\\351' | dd of=$name.mp4 bs=1 seek=25350 conv=notrunc 2>/dev/null; done
      printf 'i\\n' | atomdiff --review one.mp4 two.mp4 | sed -n 1p; cat .atomdiff; rm .atomdiff *.mp4 *.atoms
      for name in 1 2 3 4 5 6 7 8; do cp "$corpus/slow.mp4" $name.mp4; done; atomdiff --update -q *.mp4
      for name in 1 2 3 4 5 6 7 8; do printf '\\351' | dd of=$name.mp4 bs=1 seek=25350 conv=notrunc 2>/dev/null; done
      printf 'i\\n' | atomdiff --review *.mp4 | sed -n 1p; cat .atomdiff
      """)
    #expect(
      run.text == """
        1 of 1  moov/mvhd.timescale  1,000 → 1,001
        [one.mp4]
        ignore moov/mvhd.timescale
        [two.mp4]
        ignore moov/mvhd.timescale
        1 of 1  moov/mvhd.timescale  1,000 → 1,001
        [**]
        ignore moov/mvhd.timescale

        """, "\(run.text) \(run.errorText)")
  }

  /// The lines of one file before what was kept of another, with the checksum that these lines have.
  @Test func linesOfAnotherFileAreRefused() throws {
    let run = try script(
      """
      cp "$corpus/a.mp4" reviewed.mp4; cp "$corpus/b.mp4" film.mp4
      atomdiff --update -q reviewed.mp4 film.mp4
      { sed '/^structure/q' reviewed.mp4.atoms; sed '1,/^structure/d' film.mp4.atoms; } > made.atoms
      cp made.atoms film.mp4.atoms
      atomdiff --verify --ci film.mp4 || echo "exit code $?"
      atomdiff film.mp4 made.atoms || echo "exit code $?"
      atomdiff --update -q film.mp4; atomdiff --verify --ci film.mp4
      """)
    #expect(
      run.text == """
        FAIL  film.mp4   film.mp4.atoms:3: playback is not what the snapshot holds of the file; --update writes it anew
        0 ok, 1 not read
        exit code 2
        FAIL  film.mp4                made.atoms:3: playback is not what the snapshot holds of the file; \
        --update writes it anew
        0 ok, 1 not read
        exit code 2
        ok    film.mp4

        """, "\(run.errorText)")
  }

  /// What follows, notes and questions fold as all lines do.
  @Test(arguments: [40, 60, 90])
  func linesOfChecksAndReviewsFold(width: Int) throws {
    let run = try script(
      """
      cp "$corpus/a.mp4" a.mp4; atomdiff --update -q a.mp4; cp "$corpus/b.mp4" a.mp4
      atomdiff --verify --ci --width=\(width) a.mp4 || true
      for place in $(seq 40); do echo r; done | atomdiff --review --width=\(width) a.mp4 || true
      atomdiff --width=\(width) "$corpus/a.mp4" "$corpus/track.mp3" | tail -n 1 || true
      """)
    // What is answered ends the line of a question.
    let lines = run.text.replacing("]? ", with: "]?\n").split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("  not shown, because they follow:") }, "\(run.text)")
    for line in lines { #expect(line.count <= width, "\(line)") }
  }

  /// Rules hold for snapshots as well: what they leave out is neither written nor compared.
  @Test func rulesHoldForSnapshots() throws {
    let run = try script(
      """
      cp "$corpus/a.mp4" a.mp4; atomdiff --update -q a.mp4; cp "$corpus/b.mp4" a.mp4
      atomdiff --verify --ci -I //trak -I //udta -I //mvhd a.mp4 || echo "exit code $?"
      cat > .atomdiff <<'END'
      ignore //edts
      ignore //colr
      ignore //udta
      tolerate //tkhd.duration ±84
      tolerate //mdhd.duration ±5000
      tolerate //mvhd.duration ±84
      ignore //esds.avgBitrate
      ignore //btrt
      ignore //stts
      END
      sed -i.bak '/^playback/d' a.mp4.atoms
      atomdiff --verify --ci a.mp4 || echo "exit code $?"
      """)
    #expect(
      run.text == """
        FAIL  a.mp4   differs from a.mp4.atoms

          start and end  audio sample 1 of 88 (0.000 s) is shown now
                         the same samples of both tracks are shown 83.3 ms later, together as before
                         start: video and audio together → audio 83.3 ms before video
                         audio lasts 2.083 s, not 2.000 s
                         players that ignore edits: audio 60.1 ms early → in sync
          display        colour tagged BT.709 (was unspecified)
          opening        what a player needs comes first now
          tags           @nam "Sample Reel" → "Sample Reel (v2)"
          equivalent     times (video, audio within a tick of the coarser timescale), file (order)
          the same       samples, seeking, setup, sound, text, tracks, protection, timecode, events, problems

          a.mp4.atoms:8  moov
            > moov  moved before mdat: 0x62e3 → 0x20 (now fast start)
          not shown, because they follow: 1 atom size

        0 ok, 1 differs (1 change)
          accept all:   atomdiff --update a.mp4
        exit code 1
        FAIL  a.mp4   differs from a.mp4.atoms

          start and end  audio sample 1 of 88 (0.000 s) is shown now
                         the same samples of both tracks are shown 83.3 ms later, together as before
                         start: video and audio together → audio 83.3 ms before video
                         audio lasts 2.083 s, not 2.000 s
                         players that ignore edits: audio 60.1 ms early → in sync
          display        colour tagged BT.709 (was unspecified)
          opening        what a player needs comes first now
          tags           @nam "Sample Reel" → "Sample Reel (v2)"
          equivalent     times (video, audio within a tick of the coarser timescale), file (order)
          the same       samples, seeking, setup, sound, text, tracks, protection, timecode, events, problems

          a.mp4.atoms:7  moov
            > moov  moved before mdat: 0x62e3 → 0x20 (now fast start)
          not shown, because they follow: 94 chunk offsets, all +2,698 with the media data (proved); \
        11 atom sizes
          note: 3 numbers differ by no more than tolerated

        0 ok, 1 differs (1 change)
          accept all:   atomdiff --update a.mp4
        exit code 1

        """, "\(run.errorText)")
  }
}
