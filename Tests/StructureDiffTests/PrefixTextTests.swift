import ByteReading
import Structure
import Testing

@testable import StructureDiff

/// What fields stand in, as text.
@Suite struct PrefixTextTests {
  /// A checksum of fields is of the paths that the fields have.
  @Test func pathsOfFieldsThatAreSummedAreTheirs() {
    func sum(_ fill: (inout PrefixText) -> Void) -> String {
      var prefix = PrefixText()
      fill(&prefix)
      var checksum = Checksum()
      checksum.add(prefix, "name".utf8)
      var same = Checksum()
      same.add(prefix, ("name" as StaticString).rawBytes)
      #expect(checksum.text == same.text)
      return checksum.text
    }
    func sum(_ path: FieldPath) -> String {
      var checksum = Checksum()
      checksum.add(path.field("name").description)
      return checksum.text
    }
    #expect(sum { _ in } == sum(FieldPath()))
    #expect(sum { $0.enter() } == sum(FieldPath()))
    #expect(sum { $0.enter("a") } == sum(FieldPath().field("a")))
    #expect(sum { $0.enter(item: 3) } == sum(FieldPath().item(3)))
    #expect(
      sum {
        $0.enter("a")
        $0.enter(item: 12)
        $0.enter()
        $0.enter("b")
        $0.enter("c")
        $0.leave()
        $0.leave()
        $0.enter("d")
      } == sum(FieldPath().field("a").item(12).field("d")))
  }
}
