/// What the server can be asked: a report of one of the programs, with the members of its arguments.
struct ServedTool: Sendable {
  /// An argument.
  struct Parameter: Sendable {
    enum Kind: Sendable { case file, path, text, count }
    let name: String
    let kind: Kind
    let isRequired: Bool
    let words: String
    /// The option that it is the value of, as `--depth`; `nil` for a file.
    let option: String?

    static func file(_ name: String = "file", _ words: String = "The file.") -> Parameter {
      Parameter(name: name, kind: .file, isRequired: true, words: words, option: nil)
    }
  }

  let name: String
  /// What people and models read.
  let words: String
  /// The program and the options that are always there.
  let call: [String]
  let parameters: [Parameter]

  private static let path = Parameter(
    name: "path", kind: .path, isRequired: true,
    words: "Which nodes: moov/trak[vide]/mdia, //stsz anywhere, //stsz.sample_count a field, @0x662d an "
      + "offset; paths that an outline prints.",
    option: "--path")
  private static let limit = Parameter(
    name: "limit", kind: .count, isRequired: false, words: "Rows of each table at most.",
    option: "--limit")
  private static let plain = ["--color=never", "--width=120"]

  static let all = [
    ServedTool(
      name: "outline",
      words: "Every atom of a QuickTime, MP4 or HEIF file, or every frame of a sound file's tags: offsets, "
        + "sizes, paths, meanings. Begin here.",
      call: ["atomdump"] + plain,
      parameters: [
        .file(),
        Parameter(
          name: "depth", kind: .count, isRequired: false, words: "Stop after this many levels.",
          option: "--depth"),
      ]),
    ServedTool(
      name: "about", words: "The file as a whole: container, tracks, codecs, duration, location, verdict.",
      call: ["atomdump", "--about"] + plain, parameters: [.file()]),
    ServedTool(
      name: "fields", words: "The fields of nodes, with values, units and names.",
      call: ["atomdump"] + plain, parameters: [.file(), path, limit]),
    ServedTool(
      name: "bytes", words: "The same with the bytes that each field stands in.",
      call: ["atomdump", "--hex"] + plain, parameters: [.file(), path, limit]),
    ServedTool(
      name: "check", words: "What is wrong with the file, with offsets and reasons.",
      call: ["atomdump", "--check"] + plain, parameters: [.file()]),
    ServedTool(
      name: "find", words: "Where text, a number (=1000) or bytes (0x6d6f6f76) are in the file.",
      call: ["atomdump"] + plain,
      parameters: [
        .file(),
        Parameter(
          name: "what", kind: .text, isRequired: true, words: "Text, =NUMBER or 0xHEX.", option: "--find"),
      ]),
    ServedTool(
      name: "plays",
      words: "Whether the file plays in browsers and on devices, why not, and how it is mended.",
      call: ["atomdump", "--plays"] + plain, parameters: [.file()]),
    ServedTool(
      name: "privacy", words: "What the file says of persons, places, devices and accounts.",
      call: ["atomdump", "--privacy"] + plain, parameters: [.file()]),
    ServedTool(
      name: "metadata", words: "What the file says about itself: titles, persons, dates, places.",
      call: ["atomdump", "--metadata"] + plain, parameters: [.file()]),
    ServedTool(
      name: "samples", words: "Where the bytes of samples lie, when they are decoded and shown.",
      call: ["atomdump"] + plain,
      parameters: [
        .file(),
        Parameter(
          name: "which", kind: .text, isRequired: true,
          words: "TRACK or TRACK:RANGE: vide, 2:10..20, soun:1.5s..2s.", option: "--samples"),
        limit,
      ]),
    ServedTool(
      name: "diff", words: "What changed between two files, and what follows from it.",
      call: ["atomdiff"] + plain,
      parameters: [.file("before", "The earlier file."), .file("after", "The later file.")]),
    ServedTool(
      name: "explain", words: "What a problem means, why it matters, and what to do about it.",
      call: ["atomdump"],
      parameters: [
        Parameter(
          name: "id", kind: .text, isRequired: true, words: "The id of a problem: atom-exceeds-parent.",
          option: "--explain")
      ]),
    ServedTool(
      name: "boxes", words: "How a type of atom is laid out, in the words of its specification.",
      call: ["atomdump", "--width=120"],
      parameters: [
        Parameter(
          name: "type", kind: .text, isRequired: true,
          words: "A four-character code, or a word that titles are searched for.", option: "--boxes")
      ]),
  ]

  /// As the protocol lists it.
  var listing: JSONValue {
    let properties = parameters.map { parameter in
      JSONValue.Member(
        name: parameter.name,
        value: .object([
          "type": .text(parameter.kind == .count ? "integer" : "string"),
          "description": .text(parameter.words),
        ]))
    }
    return .object([
      "name": .text(name), "description": .text(words),
      "inputSchema": .object([
        "type": .text("object"), "properties": .object(properties),
        "required": .array(parameters.filter(\.isRequired).map { .text($0.name) }),
        "additionalProperties": .bool(false),
      ]),
      "annotations": .object(["readOnlyHint": .bool(true), "openWorldHint": .bool(false)]),
    ])
  }
}
