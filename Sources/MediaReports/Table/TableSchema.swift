public import StructureRendering

extension PublishedSchema {
  /// The JSON Schema (draft 2020-12) of a line that `--table` writes with `--json` and `--jsonl`.
  public static let table = PublishedSchema(
    "atomtools.table/1",
    "A line that --table --json writes of a file.",
    root: RecordShape<TableKey>.object([
      .required(.schema, .constant("atomtools.table/1")),
      .filePath,
      .filePathHex,
      .required(
        .columns,
        .array(
          .object([
            .required(.name, .text, "As it was asked for."),
            .required(
              .value, .types([.text, .number, .flag, .null]),
              "Of a list the number of its entries, of a group of facts its words."),
          ])), "In the order of the call."),
    ]),
    definitions: [])
}
