import ByteReading
import Structure
import Testing

@testable import StructureRendering

/// How many opaque bytes of a field are shown, in each form: `-n` counts rows, and expands none.
@Suite struct ByteDetailTests {
  /// `abcd` with 192 bytes that count up, of which nobody knows the meaning, and one with 3.
  private static let file: [UInt8] =
    [0, 0, 0, 200] + Array("abcd".utf8) + (0..<192) + [0, 0, 0, 11] + Array("abcd".utf8) + [0xA, 0xB, 0xC]

  private func document() -> Document {
    let builder = TreeBuilder(ByteSource(copying: Self.file))
    _ = builder.append(Node(start: 0, size: 200, type: "abcd", depth: 0, headerSize: 8))
    _ = builder.append(Node(start: 200, size: 11, type: "abcd", depth: 0, headerSize: 8))
    return Document(builder.finish(), limits: Limits())
  }

  private func pages(_ change: (inout RenderOptions) -> Void) -> [String] {
    let document = document()
    var options = RenderOptions()
    change(&options)
    var nodes = NodeRenderer(document, options, output: ByteWriter())
    for index in document.tree.indices { nodes.render(index, field: nil) }
    return nodes.finish().string.split(separator: "\n").map(String.init)
  }

  private func written(_ form: JSONRenderer.Form, _ bytes: RenderOptions.ByteDetail) -> String {
    var options = RenderOptions()
    options.bytes = bytes
    options.limit = nil
    var output = ByteWriter()
    JSONRenderer(document(), name: "a", options: options).write(form, to: &output)
    return output.string
  }

  @Test func textHasSixteenUnlessMoreAreAskedFor() {
    #expect(pages { _ in } == pages { $0.limit = nil })
    let usual = pages { $0.limit = nil }
    #expect(usual.contains { $0.hasSuffix(" 192 bytes") } && usual.contains { $0.hasSuffix(" 0a0b0c") }, "\(usual)")
    #expect(!usual.contains { $0.contains("00 01") })
    let some = pages { $0.bytes = .first(20) }
    #expect(some.contains { $0.hasSuffix(" 00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f") }, "\(some)")
    #expect(some.contains { $0.hasSuffix(" 10 11 12 13") })
    #expect(some.contains { $0.hasSuffix(" … 172 more at 0x1c (--bytes all)") })
    let all = pages { $0.bytes = .all }
    #expect(all.contains { $0.hasSuffix(" b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 ba bb bc bd be bf") } && !all.contains { $0.contains("--bytes") }, "\(all)")
    // Fewer than there would be without.
    let none = pages { $0.bytes = .first(0) }
    #expect(none.contains { $0.hasSuffix(" 3 bytes at 0xd0 (--bytes all)") }, "\(none)")
  }

  @Test func linesOfBytesLeaveOutTheRest() {
    let usual = pages {
      $0.hex = .fields
      $0.limit = nil
    }
    #expect(usual.contains { $0.contains("00000010  08 09 0a 0b 0c 0d 0e 0f") }, "\(usual)")
    #expect(usual.contains { $0.contains("… 176 more bytes to 0xc8 (--bytes all)") })
    let few = pages {
      $0.hex = .fields
      $0.bytes = .first(2)
    }
    #expect(few.contains { $0.contains("00000008  00 01 ") } && few.contains { $0.contains("… 190 more bytes to 0xc8") }, "\(few)")
    let all = pages {
      $0.hex = .fields
      $0.bytes = .all
    }
    #expect(all.contains { $0.contains("000000c0  b8 b9 ba bb bc bd be bf") } && !all.contains { $0.contains("more") }, "\(all)")
  }

  @Test func rowsOfADumpAreBytesAndNoRowsOfATable() {
    let usual = pages {
      $0.hex = .dump
      $0.limit = nil
    }
    #expect(usual.contains { $0.contains("… 10 more rows to 0xc8 (--bytes all)") }, "\(usual)")
    let few = pages {
      $0.hex = .dump
      $0.bytes = .first(16)
    }
    #expect(few.contains { $0.contains("… 12 more rows to 0xc8 (--bytes all)") }, "\(few)")
    let all = pages {
      $0.hex = .dump
      $0.bytes = .all
    }
    #expect(all.contains { $0.hasPrefix("000000c0") } && !all.contains { $0.contains("more") }, "\(all)")
  }

  @Test func documentsSayWhatTheyHold() {
    #expect(written(.document, .usual).contains(#""hex":"000102"#))
    #expect(written(.document, .first(3)).contains(#""value":{"size":192,"hex":"000102","truncated":true}"#))
    #expect(written(.line, .first(0)).contains(#""value":{"size":3,"hex":"","truncated":true}"#))
    #expect(written(.yaml, .all).contains(#"bebf", truncated: false"#))
  }

  @Test func recordsSayWhatTheyHold() {
    var options = RenderOptions()
    options.fields = .all
    options.bytes = .first(3)
    var output = ByteWriter()
    PlainRenderer(document(), options: options).write(to: &output) { _, _ in }
    #expect(output.string.contains("\t000102…\n") && output.string.contains("\t0a0b0c\n"), "\(output.string)")
  }
}
