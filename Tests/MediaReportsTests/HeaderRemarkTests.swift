import MediaInspection
import Testing

@testable import MediaReports

/// The `!` lines of a header.
@Suite struct HeaderRemarkTests {
  /// A rule that is renamed would be missed without a word.
  @Test func eachRuleThatTheHeaderAsksForIsThere() {
    let rules = PlayerRules.catalogueOfPictures(HeaderRemarks.rules).rules
    #expect(Set(rules.map(\.id)) == HeaderRemarks.rules)
  }
}
