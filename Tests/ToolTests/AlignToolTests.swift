import Corpus
import Foundation
import Testing

/// `--align`, as somebody calls it.
@Suite struct AlignToolTests {
  /// A list of one rendition is judged alone, by the exit code as well; a file is not.
  @Test func aListOfOneRenditionIsJudgedAlone() throws {
    let folder = try Scratch()
    for name in ["segment-init.mp4", "segment-0.m4s", "segment-1.m4s"] { _ = try folder.copy("encoded/" + name, to: name) }
    let list = "#EXTM3U\n#EXT-X-MAP:URI=\"segment-init.mp4\"\nsegment-0.m4s\nsegment-1.m4s\n"
    _ = try folder.write(Array(list.utf8), to: "whole.m3u8")
    _ = try folder.write(Array(list.replacing("segment-1", with: "segment-2").utf8), to: "short.m3u8")
    let representation = "<Representation id=\"v\"><BaseURL>segment-init.mp4</BaseURL></Representation>"
    _ = try folder.write(Array("<MPD><Period>\(representation)</Period><Period>\(representation)</Period></MPD>".utf8), to: "two.mpd")
    func run(_ operand: String) throws -> Run { try Run.shell("atomdump --align \(operand)", in: folder.path) }
    let whole = try run("whole.m3u8")
    #expect(whole.code == 0 && whole.lines.last == "one rendition: it was compared with no other", "\(whole.text)")
    let short = try run("short.m3u8")
    #expect(short.code == 1 && short.text.contains("'segment-2.m4s' was not read") && !short.text.contains("aligned"), "\(short.text)")
    let two = try run("two.mpd")
    #expect(two.code == 1 && two.lines.last == "2 periods: not aligned in 1, 2", "\(two.text)")
    let file = try run("segment-init.mp4")
    #expect(file.code == 2 && file.errorText.contains("give two files, or a list"), "\(file.errorText)")
  }
}
