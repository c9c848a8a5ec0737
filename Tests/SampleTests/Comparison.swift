/// Where an expectation says something else than we do, and why it may.
struct Difference: Sendable {
  let tool: Tool
  /// The type of the box.
  let box: String
  /// The field as the tool calls it; nothing when it is about what the tool reads inside `bytes`.
  let field: String?
  /// The field that we show as bytes.
  let bytes: String?
  let reason: String

  enum Tool: String, Sendable { case fq, gpac, mp4ff }

  init(_ tool: Tool, _ box: String, _ field: String, _ reason: String) {
    self.tool = tool
    self.box = box
    self.field = field
    bytes = nil
    self.reason = reason
  }

  /// The tool reads what lies in our bytes `bytes`.
  init(_ tool: Tool, _ box: String, inside bytes: String, _ reason: String) {
    self.tool = tool
    self.box = box
    field = nil
    self.bytes = bytes
    self.reason = reason
  }
}

/// Counts what agrees and collects what does not.
struct Comparison {
  let tool: Difference.Tool
  private(set) var boxes = 0
  private(set) var fields = 0
  private(set) var listed = 0
  /// Lines without a value of their own: bits that the tool does not read, or numbers without bits.
  private(set) var valueless = 0
  /// What the tool says that is not on the list.
  private(set) var complaints: [String] = []
  /// The differences that were met, by their place in the list.
  private(set) var met: Set<Int> = []

  init(_ tool: Difference.Tool) { self.tool = tool }

  mutating func box(_ isEqual: Bool, _ place: String, _ what: @autoclosure () -> String) {
    boxes += 1
    if !isEqual { complaints.append("\(place): \(what())") }
  }

  /// A field that was held against ours; `bytes` is our field that it lies in when we do not divide
  /// it.
  mutating func field(
    _ isEqual: Bool, box: String, field: String, inside bytes: String? = nil, _ place: String,
    _ what: @autoclosure () -> String
  ) {
    fields += 1
    guard !isEqual else { return }
    let index = Difference.known.firstIndex {
      $0.tool == tool && $0.box == box
        && ($0.bytes.map { $0 == bytes } ?? ($0.field == field))
    }
    if let index {
      met.insert(index)
      listed += 1
    } else {
      complaints.append("\(place): \(box).\(field): \(what())")
    }
  }

  /// A line of the tool that says no value.
  mutating func passOver() { valueless += 1 }

  mutating func add(_ other: Comparison) {
    valueless += other.valueless
    boxes += other.boxes
    fields += other.fields
    listed += other.listed
    complaints += other.complaints
    met.formUnion(other.met)
  }

  /// The entries of the list for this tool that nothing needs.
  var unneeded: [String] {
    Difference.known.indices.filter { Difference.known[$0].tool == tool && !met.contains($0) }
      .map { "\(Difference.known[$0])" }
  }

  var summary: String {
    "\(tool.rawValue): \(boxes) boxes and \(fields) fields compared, \(listed) fields differ for a "
      + "reason that is listed, \(complaints.count) otherwise; \(valueless) lines say no value"
  }
}
