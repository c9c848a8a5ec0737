import Corpus
import Foundation
import Testing

/// Pictures and pages as the programs write them: forms, places, refusals.
@Suite struct PlotTests {
  /// Every document is what the schema says, key by key.
  @Test(arguments: ["movie.mov", "frag.mp4", "track.mp3", "../made/items-v0.heic"])
  func picturesHaveTheKeysOfTheirSchema(_ file: String) throws {
    let schema = try #require(
      try JSONSerialization.jsonObject(with: Data(Run.atomdump("--plot", "--schema").output))
        as? [String: Any])
    let run = try Run.atomdump("--plot", "--json", file)
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
    #expect(DiffTests.complaint(about: document, by: schema, schema, at: "") == nil)
    #expect((document["pictures"] as? [Any])?.isEmpty == false)
  }

  @Test func picturesKeepTheirWidthAndHaveColourOnlyWhenAsked() throws {
    for width in [40, 80, 120, 200] {
      let run = try Run.atomdump("--plot", "--width=\(width)", "movie.mov")
      #expect(run.code == 0 && run.lines.count > 40)
      for line in run.lines { #expect(line.count <= width, "\(line)") }
      #expect(!run.text.contains("\u{1B}"))
    }
    let ascii = try Run.atomdump("--plot", "--ascii", "--width=80", "movie.mov")
    #expect(ascii.output.allSatisfy { $0 < 0x80 })
    let coloured = try Run.atomdump("--plot=time", "--color=always", "movie.mov")
    #expect(coloured.text.contains("\u{1B}[34m") && coloured.text.contains("\u{1B}[0m"))
    // Without colours dots are letters: of Braille one would not know whose they are.
    let order = try Run.atomdump("--plot=order", "movie.mov")
    #expect(order.text.contains("v") && !order.text.unicodeScalars.contains { (0x2800...0x28FF).contains($0.value) })
  }

  /// Rate and pace are of the track that is named, by ID or handler, in each form; the title says which.
  @Test(arguments: [
    ("rate:soun", "track 2 audio: 65 kbit/s in the mean, "), ("rate:2", "track 2 audio: 65 kbit/s in the mean, "),
    ("rate:vide", "track 1 video: 35 kbit/s in the mean, "), ("pace:1", "track 1 video: each sample is shown for 41.67 ms, "),
    ("pace:soun", "track 2 audio: 23.22 ms is the most frequent time a sample is heard, "),
  ])
  func aPictureIsOfTheTrackThatIsNamed(_ wanted: String, _ title: String) throws {
    let run = try Run.atomdump("--plot=\(wanted)", "--width=120", "movie.mov")
    #expect(run.code == 0 && run.text.hasPrefix(title), "\(run.lines.first ?? "")")
    let svg = try Run.atomdump("--plot=\(wanted)", "--svg", "movie.mov")
    #expect(svg.text.contains("<title>\(title)"))
    let document = try #require(
      try JSONSerialization.jsonObject(with: Data(Run.atomdump("--plot=\(wanted)", "--json", "movie.mov").output))
        as? [String: Any])
    let pictures = try #require(document["pictures"] as? [[String: Any]])
    #expect(pictures.count == 1 && (pictures[0]["title"] as? String)?.hasPrefix(title) == true)
    // All of its marks are of that track, by its place in the movie.
    let marks = try #require(pictures[0]["marks"] as? [[String: Any]])
    let owner = title.hasPrefix("track 2") ? 1 : 0
    #expect(!marks.isEmpty && marks.allSatisfy { $0["owner"] as? Int == owner })
    // What its pictures depend on is told of video alone.
    let parts = marks.flatMap { $0["parts"] as? [[String: Any]] ?? [] }
    #expect(Set(parts.compactMap { $0["name"] as? String }) == (wanted == "rate:vide" ? ["I", "P", "B"] : []))
  }

  @Test func aTrackThatIsNotThereIsSaid() throws {
    let missing = try Run.atomdump("--plot=rate:9", "movie.mov")
    #expect(missing.code == 1 && missing.text.isEmpty)
    #expect(missing.errorText.contains("no track '9' — there is track 1 video, track 2 audio, track 3 timecode"), "\(missing.errorText)")
    // A track without samples: no other one is drawn in its place.
    let empty = try Run.atomdump("--plot=rate:1", "../encoded/segment-init.mp4")
    #expect(empty.code == 1 && empty.text.isEmpty)
    #expect(empty.errorText.contains("track '1': no samples with times that are drawn"), "\(empty.errorText)")
    let wrong = try Run.atomdump("--plot=time:soun", "movie.mov")
    #expect(wrong.code == 2 && wrong.errorText.contains("--plot=time shows all tracks"))
  }

  @Test func aFileWithNothingToDrawSaysSo() throws {
    let run = try Run.atomdump("--plot=grid", "movie.mov")
    #expect(run.code == 0 && run.text == "nothing to draw: no image that stands for the file\n")
    let narrow = try Run.atomdump("--plot=grid", "--width=40", "movie.mov")
    #expect(narrow.text == "nothing to draw: no image that stands\nfor the file\n")
    let svg = try Run.atomdump("--plot=grid", "--svg", "movie.mov")
    #expect(svg.text.hasPrefix("<svg ") && svg.text.contains("There is nothing to draw."))
  }

  /// Pages are files of their own: a name, or a directory for several.
  @Test func pagesGoWhereTheyAreWanted() throws {
    let run = try Run.shell(
      """
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      cp "$corpus/movie.mov" "$corpus/track.mp3" .; mkdir pages
      atomdump --html=one.html movie.mov; echo $?; tail -n 1 one.html
      atomdump --html=pages movie.mov track.mp3 2>/dev/null; echo $?; ls pages
      atomdump --plot=time --svg=time.svg movie.mov; echo $?; head -c 4 time.svg; echo
      atomdump --html=movie.mov movie.mov 2>&1; echo $?; head -c 8 movie.mov | od -An -tx1
      atomdump --html movie.mov track.mp3 2>&1; echo $?
      atomdump --html=none.html movie.mov track.mp3 2>&1; echo $?; ls none.html 2>/dev/null
      atomdump --svg movie.mov 2>&1; echo $?
      atomdump --html-max=200K movie.mov 2>&1; echo $?
      atomdump --html=no/such/folder.html movie.mov 2>&1; echo $?
      atomdump --html --html-max=128K movie.mov | wc -c
      """)
    let lines = run.lines
    #expect(
      lines.dropLast() == [
        "0", "</body></html>", "0", "movie.mov.html", "track.mp3.html", "0", "<svg",
        "atomdump: movie.mov is read by this call and is not written over", "2",
        " 00 00 00 14 66 74 79 70",
        "atomdump: --html of several files needs a directory: --html=DIR", "2",
        "atomdump: --html of several files needs a directory: 'none.html' is none", "2",
        "atomdump: --svg is a form of --align and --plot: give it with one of them", "2",
        "atomdump: --html-max does not go with the outline, which has -p, -f, -f=raw, -x, -x=dump, "
          + "-X, -d, -n, --bytes and --digest", "2",
        "atomdump: no/such/folder.html: no such file or directory", "2",
      ], "\(run.text)")
    #expect(Int(lines.last?.filter(\.isNumber) ?? "").map { $0 <= 128 << 10 } == true)
  }

  /// Two files of one name in other directories have two pages.
  @Test func filesOfOneNameHaveAPageEach() throws {
    let run = try Run.shell(
      """
      corpus=$PWD; folder=$(mktemp -d); cd "$folder"; trap 'rm -rf "$folder"' EXIT
      mkdir p1 p2 p3 pages svg; cp "$corpus/movie.mov" p1/x.mov; cp "$corpus/frag.mp4" p2/x.mov; cp p1/x.mov p3/y.mov
      atomdump --html=pages p1/x.mov p2/x.mov p3/y.mov; echo $?; ls pages
      atomdump --plot=time --svg=svg p1/x.mov p2/x.mov p3/y.mov; echo $?; ls svg
      """)
    #expect(
      run.lines == [
        "0", "p1-x.mov.html", "p2-x.mov.html", "y.mov.html", "0", "p1-x.mov.svg", "p2-x.mov.svg", "y.mov.svg",
      ], "\(run.text) \(run.errorText)")
  }
}
