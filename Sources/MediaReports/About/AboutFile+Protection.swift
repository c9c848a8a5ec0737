import ByteReading
import MediaFacts

extension AboutFile {
  /// Who gives the keys of what is encrypted.
  mutating func systems() {
    guard let systems = facts.systems.value else {
      find("protectionSystems", .fact(facts.systems) { _ in [] })
      return
    }
    let wanted = keysOfTracks
    let names = systems.map { ($0.name?.description ?? $0.id.text) + " (\(Self.words(of: $0, for: wanted)))" }
    find(
      "protectionSystems", "Keys from", names.joined(by: ", "),
      nodes: facts.systems.source.map { [$0.node] } ?? [])
    find(
      "protectionSystems",
      .fact(facts.systems) { systems in
        [
          (
            "systems",
            .list(
              systems.map { system in
                .record([
                  ("id", .text(system.id.text)),
                  ("name", system.name.map { .text($0.description) } ?? .null),
                ] + (system.name == nil ? [("why", .text("no system of this UUID is known here"))] : []) + [
                  ("boxes", .number(UInt64(system.boxes))),
                  ("keys", .list(system.keys.map { .text($0.text) })),
                  ("hasUnreadKeys", .flag(system.hasUnreadKeys)),
                ])
              })
          )
        ]
      })
  }

  /// The keys of all tracks, each once; `nil` where there may be more than were kept.
  private var keysOfTracks: [KeyID]? {
    var keys: [KeyID] = []
    for track in facts.tracks {
      guard let own = track.encryption.value?.keys else { continue }
      if own.count == Encryption.keyLimit { return nil }
      for key in own where !keys.contains(key) { keys.append(key) }
    }
    return keys
  }

  /// Whether a system is asked for the keys of the tracks: `all key IDs of the tracks`, `not key ID 0a0b…`.
  private static func words(of system: ProtectionSystem, for keysOfTracks: [KeyID]?) -> String {
    if system.keys.isEmpty { return system.hasUnreadKeys ? "key IDs not read" : "names no key IDs" }
    let named = system.keys.count == 1 ? "1 key ID" : "\(Words.grouped(UInt64(system.keys.count))) key IDs"
    guard let wanted = keysOfTracks, !wanted.isEmpty, !system.hasUnreadKeys else { return named }
    let missing = wanted.filter { !system.keys.contains($0) }
    if missing.isEmpty { return wanted.count == 1 ? "the key ID of the tracks" : "all key IDs of the tracks" }
    let shown = missing.prefix(2).map(\.text).joined(by: ", ")
    let more = missing.count > 2 ? " and \(missing.count - 2) more" : ""
    return "\(named), not \(shown)\(more) of the tracks"
  }
}
