import ByteReading
import Structure

extension Summaries {
  // MARK: Tables of samples

  static func timeToSample(_ node: NodeReader, _ output: inout ByteWriter) {
    node.view(TimeToSample.self).withTable(.entries) { table in
      putRuns(
        of: table, table.column(.sample_count, in: TimeToSample.self),
        table.column(.sample_delta, in: TimeToSample.self), isSigned: false, &output)
    }
  }

  static func compositionOffsets(_ node: NodeReader, _ output: inout ByteWriter) {
    node.view(CompositionOffsets.self).withTable(.entries) { table in
      putRuns(
        of: table, table.column(.sample_count, in: CompositionOffsets.self),
        table.column(.sample_offset, in: CompositionOffsets.self), isSigned: true, &output)
    }
  }

  /// `1 run: 48 × 512`, or the number of runs alone when there are more than fit a line.
  private static func putRuns(
    of table: borrowing TableReading, _ counts: Int?, _ values: Int?, isSigned: Bool,
    _ output: inout ByteWriter
  ) {
    output.put(table.count, "run", "runs")
    guard (1...(isSigned ? 1 : 3)).contains(table.count), let counts, let values else { return }
    for row in 0..<table.count {
      output.put(row == 0 ? ": " : ", ")
      output.put(grouped: table.raw(row: row, column: counts))
      output.put(" × ")
      let value = table.raw(row: row, column: values)
      isSigned ? output.put(grouped: Int64(bitPattern: value)) : output.put(grouped: value)
    }
  }

  static func syncSamples(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SyncSamples.self)
    let samples = node.context(.sampleCount)
    fields.withTable(.entries) { table in
      guard table.count > 0 else {
        output.put("no sync samples")
        return
      }
      output.put(table.count, "sync sample", "sync samples")
      if let samples {
        output.put(" of ")
        output.put(grouped: samples)
      }
      guard table.count == 1 else { return }
      let number = table.raw(row: 0, column: 0)
      if number == 1 {
        output.put(" (the first)")
      } else {
        output.put(" (sample ")
        output.put(grouped: number)
        output.put(")")
      }
    }
  }

  static func sampleToChunk(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SampleToChunk.self)
    fields.withTable(.entries) { table in
      output.put(table.count, "run", "runs")
      guard table.count == 1,
        let perChunk = table.column(.samples_per_chunk, in: SampleToChunk.self)
      else { return }
      output.put(": ")
      output.put(table.raw(row: 0, column: perChunk), "sample", "samples")
      output.put(" in each chunk")
    }
  }

  static func sampleSizes(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SampleSizes.self)
    guard let count = fields.number(.sample_count) else { return }
    output.put(count, "sample", "samples")
    if let declared = node.declaredSize, declared > node.node.size {
      output.put(" (")
      output.put(node.node.size, "byte", "bytes")
      output.put(" used)")
      return
    }
    if let size = fields.number(.sample_size), size != 0 {
      guard count > 0 else { return }
      output.put(" of ")
      output.put(size, "byte", "bytes")
      return
    }
    fields.withTable(.entries) { table in
      guard table.count > 0, table.count <= rows, table.columns.count == 1 else { return }
      var least = UInt64.max
      var most: UInt64 = 0
      var sum: UInt64 = 0
      for row in 0..<table.count {
        let size = table.raw(row: row, column: 0)
        least = min(least, size)
        most = max(most, size)
        sum += size
      }
      output.put(", ")
      output.put(grouped: least)
      if most > least {
        output.put("–")
        output.put(grouped: most)
        output.put(" bytes")
      } else {
        output.put(least == 1 ? " byte" : " bytes")
        if table.count > 1 { output.put(" each") }
      }
      guard table.count > 1 else { return }
      output.put(", ")
      output.put(grouped: sum)
      output.put(" in all")
    }
  }

  static func chunkOffsets(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(ChunkOffsets.self)
    // Who looks for problems knows how chunks lie in the file.
    let beyond =
      node.document.problems.kept.first {
        $0.node == node.index && $0.kind.id.isSame(as: "chunk-beyond-end")
      }?.detail.count ?? 0
    fields.withTable(.entries) { table in
      output.put(table.count, "chunk", "chunks")
      guard table.count > 0, table.count <= rows, table.columns.count == 1 else { return }
      var least = UInt64.max
      var most: UInt64 = 0
      for row in 0..<table.count {
        let offset = table.raw(row: row, column: 0)
        least = min(least, offset)
        most = max(most, offset)
      }
      if beyond > 0 {
        output.put(", ")
        beyond == UInt64(table.count) && beyond > 1
          ? output.put("all") : output.put(grouped: beyond)
        output.put(" beyond the end of the file")
        return
      }
      output.put(table.count == 1 ? " at " : ", ")
      output.put(offset: least)
      guard most > least else { return }
      output.put("–")
      output.put(offset: most)
    }
  }

  // MARK: Groups

  static func sampleToGroup(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SampleToGroup.self)
    grouping(fields.code(.grouping_type), count: fields.count(.entries), one: "run", many: "runs", to: &output)
  }

  static func groupPatterns(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(CompactSampleToGroup.self)
    grouping(
      fields.code(.grouping_type), count: fields.count(.patterns), one: "pattern", many: "patterns", to: &output)
  }

  static func groupDescriptions(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SampleGroupDescription.self)
    grouping(
      fields.code(.grouping_type), count: fields.count(.entries), one: "description", many: "descriptions", to: &output)
  }

  private static func grouping(
    _ type: FourCC?, count: Int?, one: StaticString, many: StaticString,
    to output: inout ByteWriter
  ) {
    guard let type else { return }
    output.put(quoted: type)
    guard let count else { return }
    output.put(", ")
    output.put(count, one, many)
  }
}
