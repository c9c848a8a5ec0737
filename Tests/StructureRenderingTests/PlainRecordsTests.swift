import ByteReading
import Structure
import StructureRendering
import Testing

@Suite struct PlainRecordsTests {
  /// The records, `|` in place of TAB.
  func plain(
    _ bytes: [UInt8], _ change: (inout RenderOptions) -> Void = { _ in },
    summary: (NodeIndex, inout ByteWriter) -> Void = { _, _ in }
  ) -> [String] {
    var options = RenderOptions()
    change(&options)
    var output = ByteWriter()
    PlainRenderer(document(bytes), options: options).write(to: &output, summary: summary)
    return output.string.replacing("\t", with: "|").split(separator: "\n").map(String.init)
  }

  let stsz = track(
    atom("stsz", number(0, 4), number(0, 4), number(5, 4), (1...5).flatMap { number($0, 4) }))

  @Test func aNodeIsARecord() {
    let records = plain(
      atom("free", [1]) + atom("url ") + atom("free"),
      summary: { index, output in if index == NodeIndex(0) { output.put("a\tb\\c") } })
    #expect(records == [#"free[1]|free|0|9|a\tb\\c"#, "'url '|url |9|8|", "free[2]|free|17|8|"])
  }

  @Test func aFieldIsARecord() {
    let records = plain(stsz) {
      $0.fields = .all
      $0.limit = 2
    }
    let path = "moov/trak/mdia/minf/stbl/stsz"
    #expect(
      records == [
        "\(path).version|version|48|1|0", "\(path).flags|flags|49|3|0",
        "\(path).sample_size|sample_size|52|4|0", "\(path).sample_count|sample_count|56|4|5",
        "\(path).entries[1].entry_size|entry_size|60|4|1",
        "\(path).entries[2..4]|entries|64|12|…",
        "\(path).entries[5].entry_size|entry_size|76|4|5",
      ])
  }

  @Test func namesThatOccurTwiceAreNumbered() {
    let tkhd = atom("tkhd", number(0, 20), number(0, 4), number(0, 12), number(0, 4), number(0, 44))
    let records = plain(tkhd) { $0.fields = .all }
    let names = records.map { String($0.prefix { $0 != "|" }) }
    #expect(
      names.filter { $0.contains("reserved") } == [
        "tkhd.reserved[1]", "tkhd.reserved[2]", "tkhd.reserved[3]",
      ])
    #expect(names.filter { $0.contains("duration") } == ["tkhd.duration"])
    #expect(names.contains("tkhd.matrix[9]"))
  }

  @Test func allPathsOfTheMovieAreUnique() {
    let hdlr = atom("hdlr", number(0, 8), Array("vide".utf8), number(0, 12), [0x61, 9, 0x62, 0])
    let records = plain(
      atom("ftyp", Array("isom".utf8), number(0, 4)) + stsz
        + atom("moov", atom("meta", number(0, 4), hdlr))
    ) {
      $0.fields = .all
      $0.hex = .fields
    }
    let paths = records.map { String($0.prefix { $0 != "|" }) }
    #expect(Set(paths).count == paths.count)
    #expect(records.contains { $0.hasSuffix(#"|a\tb"#) }, "\(records.last ?? "")")
  }
}
