import ByteReading
import Corpus
import Foundation
import Testing

/// Paths in the addresses of pages, as each program prints them, and what paper has.
extension BrowserTests {
  /// A path leads to its node however it is written: as `atomdump` prints it, as `atomdiff` does, from anywhere,
  /// with a field behind it.
  @Test(arguments: [
    ("moov/trak[vide]/mdia/mdhd", "moov/trak[1]/mdia/mdhd"), ("moov/trak[soun]/tkhd", "moov/trak[2]/tkhd"),
    ("moov/trak[id=3]/mdia/hdlr.handler_type", "moov/trak[3]/mdia/hdlr.handler_type"),
    ("moov/trak[soun]/…/stsd", "moov/trak[2]/mdia/minf/stbl/stsd"),
    ("moov/trak[soun]/.../stsz.sample_count", "moov/trak[2]/mdia/minf/stbl/stsz.sample_count"),
    ("//trak[last]", "moov/trak[3]"), ("mvhd.timescale", "moov/mvhd.timescale"), ("/moov/*[2]", "moov/trak[1]"),
    ("moov/udta/\u{A9}nam", "moov/udta/@nam"), ("//'url '", "moov/trak[1]/mdia/minf/dinf/dref/'url '"),
    ("//stsz[sample_count=48]", "moov/trak[1]/mdia/minf/stbl/stsz"),
  ])
  func eachSpellingOfAPathLeadsThere(_ text: String, _ place: String) throws {
    guard let browser = try browser() else { return }
    let address = try page(of: "movie.mov")
    let wanted = text.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? text
    try browser.open(address.absoluteString + "#" + wanted)
    let copied = "document.querySelector('#about h2').textContent"
    let field = "document.querySelector('#fields tr.on td')?.textContent ?? ''"
    let parts = place.split(separator: ".", maxSplits: 1).map(String.init)
    #expect(try browser.value(of: copied, as: String.self) == parts[0])
    #expect(try browser.value(of: field, as: String.self) == (parts.count > 1 ? parts[1] : ""))
    // The same where it is searched for.
    try browser.open(address.absoluteString + "#ftyp")
    try browser.press("/")
    try browser.send("Input.insertText", ["text": text])
    try browser.press("Enter")
    #expect(try browser.value(of: copied, as: String.self) == parts[0])
    #expect(browser.messages == [])
  }

  /// Frames and fragments are known by what they say of themselves, and what is no path leads nowhere.
  @Test func identitiesOfOtherFiles() throws {
    guard let browser = try browser() else { return }
    let chosenPath = "document.querySelector('#about h2').textContent"
    for (file, text, place) in [
      ("frag.mp4", "moof[seq=2]/traf", "moof[2]/traf"), ("track.mp3", "ID3v2/TXXX[description=comment]", "ID3v2/TXXX[1]"),
    ] {
      let run = try Run.atomdump("-p", text, "--plain", Corpus.path(of: "mockups/" + file))
      let printed = String(run.text.prefix { $0 != "\t" })
      try browser.open(try page(of: file, named: file + ".html").absoluteString + "#" + text)
      #expect(try browser.value(of: chosenPath, as: String.self) == (printed.isEmpty ? place : printed), "\(text)")
    }
    try browser.open(try page(of: "movie.mov").absoluteString + "#moov/trak[text]")
    #expect(
      try browser.value(of: "document.getElementById('numbers').textContent", as: String.self)
        == "moov/trak[text] is not in this page")
    #expect(browser.messages == [])
  }

  /// In a page of two files a path of either program leads to its row and its change, which is seen whatever is
  /// shown else.
  @Test(arguments: [
    "moov/trak[vide]/mdia/mdhd", "moov/trak[1]/mdia/mdhd", "moov/trak/mdia/mdhd", "moov/trak[vide]/mdia/mdhd.timescale",
  ])
  func aPathOfEitherProgramLeadsIntoAPageOfTwo(_ text: String) throws {
    guard let browser = try browser() else { return }
    let address = folder.place.appendingPathComponent("pair.html")
    let run = try Run.run(
      Run.programs + "/atomdiff", ["--html=\(address.path)", "a.mp4", "b.mp4"],
      in: Corpus.path(of: "mockups"), environment: [:], input: nil)
    #expect(run.code == 1, "\(run.errorText)")
    // What is in the page is found by its address; of other spellings there are none.
    try browser.open(address.absoluteString)
    let known = try browser.value(
      of: "[...document.querySelectorAll('.rows [id]')].map((e) => e.id)", as: [String].self)
    #expect(Set(known).count == known.count)
    guard known.contains(text) else { return }
    let wanted = text.addingPercentEncoding(withAllowedCharacters: .urlFragmentAllowed) ?? text
    try browser.open(address.absoluteString + "#" + wanted)
    let seen = try browser.value(
      of: "(() => { const at = document.querySelector(':target').closest('li, details, .leaf'), row = (at.querySelector(':scope > summary') ?? at).getBoundingClientRect(); return row.height > 10 && row.top >= 0 && row.bottom <= innerHeight; })()",
      as: Bool.self)
    #expect(seen, "\(text)")
  }

  /// Of very many nodes not all have their fields in the page: what is searched for is found all the same.
  @Test func whatHasNoFieldsInThePageIsSearched() throws {
    guard let browser = try browser() else { return }
    let file = atoms {
      atom("ftyp") { code("isom"); u32(0) }
      atom("moov") { for _ in 0..<3_000 { atom("free") { u32(1) } } }
      atom("skip") { u32(0x0102_0304) }
    }
    let place = folder.place.appendingPathComponent("many.mp4")
    try Data(file).write(to: place)
    let address = try page(of: place.path, named: "many.html", "--html-max=128K")
    try browser.open(address.absoluteString)
    try browser.press("/")
    try browser.send("Input.insertText", ["text": "free"])
    try browser.press("Enter")
    #expect(
      try browser.value(of: "document.getElementById('found').textContent", as: String.self).hasPrefix("1 of "))
    try browser.open("about:blank")
    try browser.open(address.absoluteString + "#moov/free%5B1000%5D.size")
    #expect(browser.messages == [])
  }

  /// What is in the file and not in the page is not said to be missing.
  @Test(arguments: [
    ("hex: a0 f4 28 3d 09 0b", "not in this page: it has 3,709 of 28,724 bytes"),
    ("a0 f4 28 3d 09 0b", "not in this page: it has 3,709 of 28,724 bytes"),
    ("0xa0f4283d090b", "not in this page: it has 3,709 of 28,724 bytes"),
    ("zzzz", "not found in structure; media not searched"), ("@28724", "not found"), ("0x70341", "not found"),
  ])
  func whatThePageLacksIsSaid(_ text: String, _ answer: String) throws {
    guard let browser = try browser() else { return }
    try browser.open(try page(of: "movie.mov").absoluteString)
    try browser.press("/")
    try browser.send("Input.insertText", ["text": text])
    try browser.press("Enter")
    #expect(
      try browser.value(of: "document.getElementById('found').textContent", as: String.self) == answer)
  }

  /// Bytes are found as the pane shows them and as `--find` takes them, beyond the end of the file behind `0x` as well,
  /// and so is text that no table has and the pane shows.
  @Test(arguments: [
    ("6d 76 68 64", "#moov/mvhd.type"), ("0x6d766864", "#moov/mvhd.type"), ("0x62f7", "#moov/mvhd.timescale"),
    ("core 164", "#0x48"), ("'core 164'", "#0x48"),
  ])
  func whatThePaneShowsIsFound(_ text: String, _ place: String) throws {
    guard let browser = try browser() else { return }
    try browser.open(try page(of: "movie.mov").absoluteString)
    try browser.press("/")
    try browser.send("Input.insertText", ["text": text])
    try browser.press("Enter")
    #expect(try browser.value(of: "decodeURI(location.hash)", as: String.self) == place)
  }

  /// A file with nothing but notes has no problems: the pictures come first, and what holds most is chosen.
  @Test func notesStandBehindPictures() throws {
    guard let browser = try browser() else { return }
    let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "mockups/a.mp4"))))
    let place = folder.place.appendingPathComponent("noted.mp4")
    try Data(bytes.setting("moov/trak/mdia/mdhd", at: 20) { u16(0) }).write(to: place)
    try browser.open(try page(of: place.path).absoluteString)
    let tabs = try browser.value(
      of: "[...document.querySelectorAll('[role=tab]')].map((tab) => tab.textContent)", as: [String].self)
    #expect(tabs.first == "time" && tabs.last == "notes (1)", "\(tabs)")
    #expect(
      try browser.value(of: "document.querySelector('[role=tab][aria-selected=true]').textContent", as: String.self) == "time")
    let verdict = try browser.value(of: "document.querySelector('header .fine').textContent", as: String.self)
    #expect(verdict == "✓ no problems, 1 note")
    #expect(try browser.value(of: chosen, as: String.self).hasPrefix("moov, "))
  }

  /// The command that prints what is chosen reads the file as it was read.
  @Test func theCommandReadsTheFileSo() throws {
    let scratch = try Scratch()
    let film = try Data(contentsOf: URL(fileURLWithPath: Corpus.path(of: "mockups/movie.mov")))
    try scratch.write([UInt8](repeating: 0, count: 16) + [UInt8](film), to: "-lead.mov")
    let run = try Run.shell(
      "atomdump --html=page.html --skip=16 --as=mp4 -- -lead.mov && cat page.html", in: scratch.path)
    #expect(run.text.contains(#""call":"atomdump --skip=16 --as=mp4 ./-lead.mov""#), "\(run.errorText)")
    let found = try Run.shell("atomdump --skip=16 --as=mp4 ./-lead.mov -f -p 'moov/mvhd.timescale'", in: scratch.path)
    #expect(found.code == 0 && found.text.contains("1,000"), "\(found.errorText)")
  }

  /// Below the tree paper has the fields of what is open, that which is chosen among them, to a number of lines
  /// that people leaf through.
  @Test func paperHasFields() throws {
    guard let browser = try browser() else { return }
    try browser.open(try page(of: "movie.mov").absoluteString + "#moov/mvhd.timescale")
    try browser.value(of: "dispatchEvent(new Event('beforeprint')), 1", as: Int.self)
    try browser.emulate(medium: "print")
    let shown = "[...document.querySelectorAll('div.paper h2')].filter((e) => e.getBoundingClientRect().height > 0).map((e) => e.textContent)"
    let headings = try browser.value(of: shown, as: [String].self)
    #expect(headings.contains("moov/mvhd") && headings.contains("moov/trak[1]/mdia/minf/stbl/stsz"), "\(headings)")
    let text = try browser.value(of: "document.querySelector('div.paper').innerText", as: String.self)
    #expect(text.contains("timescale") && text.contains("0x62f7"))
    // On a sheet each place stands in one line, and what is beside it in a few.
    try browser.resize(760, 1_100)
    let tallest = try browser.value(
      of: "Math.max(...[...document.querySelectorAll('div.paper .place')].map((e) => e.getBoundingClientRect().height))",
      as: Double.self)
    #expect(tallest < 100, "\(tallest)")
    // Of what is closed there is nothing, but for what is chosen.
    try browser.emulate(medium: "screen")
    try browser.value(of: "document.getElementById('tree').focus(), 1", as: Int.self)
    for _ in 0..<2 { try browser.press("ArrowLeft") }
    try browser.value(of: "dispatchEvent(new Event('beforeprint')), 1", as: Int.self)
    try browser.emulate(medium: "print")
    let few = try browser.value(of: shown, as: [String].self)
    #expect(few.contains("moov") && !few.contains("moov/mvhd"), "\(few)")
    #expect(browser.messages == [])
  }
}
