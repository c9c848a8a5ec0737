import MediaFacts

extension AboutFile {
  /// Who gives the keys of what is encrypted.
  mutating func systems() {
    guard let systems = facts.systems.value else {
      find("protectionSystems", .fact(facts.systems) { _ in [] })
      return
    }
    let names = systems.map { ($0.name?.description ?? $0.id.text) + " (\(words(ofKeysOf: $0)))" }
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
                  ("keys", .list($0.keys.map { .text($0.text) })),
                  ("hasUnreadKeys", .flag($0.hasUnreadKeys)),
                ])
              })
          )
        ]
      })
  }

  /// Whether a system is asked for the keys of the tracks: `all key IDs of the tracks`, `not key ID 0a0b…`.
  private func words(ofKeysOf system: ProtectionSystem) -> String {
    if system.keys.isEmpty { return system.hasUnreadKeys ? "key IDs not read" : "names no key IDs" }
    let named = system.keys.count == 1 ? "1 key ID" : "\(Words.grouped(UInt64(system.keys.count))) key IDs"
    let lists = facts.tracks.compactMap { $0.encryption.value?.keys }
    var wanted: [KeyID] = []
    for key in lists.joined() where !wanted.contains(key) { wanted.append(key) }
    if wanted.isEmpty || system.hasUnreadKeys || lists.contains(where: { $0.count == Encryption.keyLimit }) { return named }
    let missing = wanted.filter { !system.keys.contains($0) }
    if missing.isEmpty { return wanted.count == 1 ? "the key ID of the tracks" : "all key IDs of the tracks" }
    let shown = missing.prefix(2).map(\.text).joined(separator: ", ")
    let more = missing.count > 2 ? " and \(missing.count - 2) more" : ""
    return "\(named), not \(shown)\(more) of the tracks"
  }
}
