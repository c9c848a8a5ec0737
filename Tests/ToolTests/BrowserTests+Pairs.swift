import Corpus
import Foundation
import Testing

/// Addresses of pages of several pairs: each pair has its own, behind the name of its file.
extension BrowserTests {
  /// The page of two folders: two pairs that differ in different places, one that is like the first, one that is
  /// the same, and one file that is gone.
  private func pageOfPairs() throws -> URL {
    let files = FileManager.default
    for (name, before, after) in [
      ("a b%41.mp4", "a.mp4", "b.mp4"), ("like.mp4", "a.mp4", "b.mp4"), ("order.mp4", "slow.mp4", "fast.mp4"),
      ("same.mp4", "a.mp4", "a.mp4"), ("gone.mp4", "a.mp4", nil),
    ] {
      for (side, source) in [("A", before), ("B", after)] {
        guard let source else { continue }
        let place = folder.place.appendingPathComponent(side)
        try files.createDirectory(at: place, withIntermediateDirectories: true)
        try files.copyItem(
          atPath: Corpus.path(of: "mockups/\(source)"), toPath: place.appendingPathComponent(name).path)
      }
    }
    let run = try Run.run(
      Run.programs + "/atomdiff", ["--html=pairs.html", "-r", "A", "B"], in: folder.place.path,
      environment: [:], input: nil)
    #expect(run.code == 1 && run.output.isEmpty, "\(run.errorText)")
    return folder.place.appendingPathComponent("pairs.html")
  }

  /// What an address means: the place in its pair, whether that is seen, and how many nodes are open.
  private static let pointed = """
    (() => { const at = document.querySelector(':target'), row = at?.closest('details, .leaf, tr, h2'); if (!row) return 'nothing';
    const { top, bottom, height } = row.getBoundingClientRect(), pair = row.closest('.pair');
    const seen = height > 0 && bottom > 0 && top < innerHeight, open = document.querySelectorAll('details[open]').length;
    const heading = pair?.previousElementSibling.textContent.split(' → ')[1] ?? '';
    return `${heading}|${row.querySelector('b')?.textContent ?? row.textContent}|${seen}|${open}`; })()
    """

  @Test func eachPairHasAddresses() throws {
    guard let browser = try browser() else { return }
    let address = try pageOfPairs()
    func pointed() throws -> String { try browser.value(of: Self.pointed, as: String.self) }
    func hash() throws -> String { try browser.value(of: "location.hash", as: String.self) }
    try browser.open(address.absoluteString)
    #expect(try pointed() == "nothing")
    // A click on the name of a node is an address in its own pair, opens it, and is there after reloading.
    let first = "a[href='#B/a%20b%2541.mp4:moov/mvhd']", second = "a[href='#B/order.mp4:moov']"
    for (link, shown) in [(first, "B/a b%41.mp4, and 1 alike|mvhd|true|1"), (second, "B/order.mp4|moov|true|2")] {
      try browser.value(of: "document.querySelector(\"\(link)\").scrollIntoView({ block: 'center' }), 1", as: Int.self)
      try browser.click(link)
      #expect(try pointed() == shown)
    }
    #expect(try hash() == "#B/order.mp4:moov")
    try browser.reload()
    #expect(try hash() == "#B/order.mp4:moov")
    #expect(try pointed() == "B/order.mp4|moov|true|1")
    // One step back is the choice before.
    let back = "new Promise((done) => { addEventListener('popstate', () => setTimeout(() => done(location.hash), 50), { once: true }); history.back(); })"
    #expect(try browser.value(of: back, as: String.self) == "#B/a%20b%2541.mp4:moov/mvhd")
    #expect(try pointed().hasPrefix("B/a b%41.mp4, and 1 alike|mvhd|"))
    #expect(try browser.value(of: back, as: String.self) == "")
    #expect(browser.messages == [])
    // Each address that is linked to is there, once.
    let lost = try browser.value(
      of: "[...document.querySelectorAll('a[href]')].map((a) => decodeURIComponent(a.hash.slice(1))).filter((id) => !document.getElementById(id))",
      as: [String].self)
    #expect(lost == [])
    let twice = try browser.value(
      of: "[...document.querySelectorAll('[id]')].map((e) => e.id).filter((id, i, all) => all.indexOf(id) !== i)",
      as: [String].self)
    #expect(twice == [])
  }

  /// A place that is pasted is found in its pair: by identity and by number, a node that no view shows, a field,
  /// a file that is like another one, one that is the same, and one that is gone.
  @Test(arguments: [
    ("B/order.mp4:mdat", "B/order.mp4|mdat|true|0"),
    ("B/order.mp4:moov/trak%5Bvide%5D/mdia/minf/stbl/stco.entries", "B/order.mp4|stco|true|1"),
    ("B/order.mp4:moov/trak[1]/mdia/minf/stbl/stco.entries", "B/order.mp4|stco|true|1"),
    ("B/a%20b%2541.mp4:moov/trak[1]/edts/elst", "B/a b%41.mp4, and 1 alike|elst|true|1"),
    ("B/like.mp4", "|A/a b%41.mp4 → B/a b%41.mp4, and 1 alike|true|0"),
    ("B/order.mp4", "|A/order.mp4 → B/order.mp4|true|0"), ("moov/mvhd", "nothing"),
  ])
  func placesOfPairsAreFound(_ place: String, _ shown: String) throws {
    guard let browser = try browser() else { return }
    try browser.open(try pageOfPairs().absoluteString + "#" + place)
    let pointed = try browser.value(of: Self.pointed, as: String.self)
    #expect(pointed == shown)
  }
}
