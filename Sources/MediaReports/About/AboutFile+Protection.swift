import MediaFacts

extension AboutFile {
  /// Who gives the keys of what is encrypted.
  mutating func systems() {
    guard let systems = facts.systems.value else {
      find("protectionSystems", .fact(facts.systems) { _ in [] })
      return
    }
    let names = systems.map { $0.name?.description ?? $0.id.text }
    find(
      "protectionSystems", "Keys from", names.joined(separator: ", "),
      nodes: facts.systems.source.map { [$0.node] } ?? [])
    find(
      "protectionSystems",
      .fact(facts.systems) { systems in
        [
          (
            "systems",
            .list(
              systems.map {
                .record([
                  ("id", .text($0.id.text)),
                  ("name", $0.name.map { .text($0.description) } ?? .null),
                  ("boxes", .number(UInt64($0.boxes))),
                ])
              })
          )
        ]
      })
  }
}
