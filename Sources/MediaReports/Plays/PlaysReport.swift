import ByteReading
import MediaFacts
package import MediaInspection
package import Structure
import StructureRendering

/// A file of the call of which nothing can be said, for forms that have all files in one document.
package struct UnreadFile: Sendable {
  /// For people.
  package let name: String
  /// Why it was not read, for people.
  package let message: String

  package init(name: String, message: String) { (self.name, self.message) = (name, message) }
}

extension UnreadFile {
  /// Puts its case into a document of test results: an error.
  func putCase(of tool: String, to output: inout ByteWriter) {
    output.put("    <testcase name=\"")
    output.put(ReportedFile.xml(name))
    output.put("\" classname=\"")
    output.put(tool)
    output.put("\" time=\"0\">\n      <error message=\"")
    output.put(ReportedFile.xml(message))
    output.put("\" type=\"not-read\"/>\n    </testcase>\n")
  }
}

/// How one file plays, ready to be written in any form.
///
/// It keeps nothing of the document, so that many may wait for the end of a call.
package struct PlaysReport: Sendable {
  /// As it was given.
  package let path: [UInt8]
  /// For people.
  package let name: String
  package let verdicts: [PlayerVerdict]
  /// The nodes that findings are about, in their order, with their paths and the source of their bytes.
  private var places: [Place] = []

  private struct Place {
    let node: NodeIndex
    let path: String
    let source: Int
  }

  /// - Parameter placesNotes: Whether notes have places: text for people names none.
  package init(
    _ document: Document, path: [UInt8], name: String, verdicts: [PlayerVerdict], placesNotes: Bool = true
  ) {
    var nodes: [NodeIndex] = []
    for verdict in verdicts {
      for finding in placesNotes ? verdict.findings : verdict.reasons {
        if let node = document.tree.known(finding.node) { nodes.append(node) }
      }
    }
    nodes.sort()
    for node in nodes where places.last?.node != node {
      places.append(Place(node: node, path: document.path(of: node), source: Int(document.tree[node].source)))
    }
    self.path = path
    self.name = name
    self.verdicts = verdicts
  }

  /// Whether a gate lets it pass: no player refuses it, and when it is strict all play it.
  package func passes(isStrict: Bool) -> Bool {
    verdicts.allSatisfy { isStrict ? $0.answer == .plays : $0.answer != .no }
  }

  /// The sentence of a finding.
  package static func sentence(of finding: PlayerVerdict.Finding) -> String {
    var text = finding.detail ?? finding.rule.says
    if finding.others > 0 { text += " (and at \(finding.others) more \(finding.others == 1 ? "place" : "places"))" }
    return text
  }

  /// The place of a finding, `nil` where it is of the file as a whole.
  package func place(of finding: PlayerVerdict.Finding) -> String? {
    guard let node = node(of: finding) else {
      return finding.extent.count > 0 ? "at 0x" + String(finding.extent.byteOffset, radix: 16) : nil
    }
    var text = node.path + " at 0x" + String(finding.extent.byteOffset, radix: 16)
    if node.source != 0 { text += " of derived bytes" }
    return text
  }

  /// The path of the node of a finding, and the source of its bytes.
  package func node(of finding: PlayerVerdict.Finding) -> (path: String, source: Int)? {
    guard let node = finding.node else { return nil }
    let point = (0..<places.count).partitionPoint { places[$0].node < node }
    guard point < places.count, places[point].node == node else { return nil }
    return (places[point].path, places[point].source)
  }
}

extension PlayerVerdict {
  /// Its answer in a word; a specification is not played but kept to.
  package var word: String {
    guard player.isSpecification else { return answer.words }
    switch answer {
    case .plays: return "no rule broken"
    case .loss: return "in part"
    default: return answer.words
    }
  }

  /// The findings that decide the answer, without notes.
  package var reasons: [Finding] { findings.filter { $0.effect != .note || $0.detail != nil } }
  package var notes: [Finding] { findings.filter { $0.effect == .note && $0.detail == nil } }
  /// Rules that were not decided and could have made the answer another one.
  package var gaps: [Unchecked] { unchecked.filter { $0.effect != .note } }
}
