import ByteReading
import MediaFacts
import MediaInspection
import Structure

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

  /// How the samples of a track are protected.
  func protection(_ facts: Facts.Track, _ samples: SampleTrack?, _ say: Say) {
    var text = ""
    var nodes: [NodeIndex] = []
    let encryption = facts.encryption.value
    let entry = encryption.flatMap { $0.entries == 1 ? $0.entryKey.map { GroupProtection(key: $0) } : nil }
    // Groups may be described that no sample is in.
    let found = encryption?.groups.isEmpty == false ? samples.map { KeyChanges(of: $0, entry: entry) } : nil
    if let encryption, let source = facts.encryption.source {
      if encryption.scheme != nil {
        text = "protected by " + summary(of: source.node)
        nodes = [source.node]
      }
      text += encryption.words
      if let groups = encryption.wordsOfGroups(isUsed: found?.isUsed ?? true) { text += (text.isEmpty ? "" : ", ") + groups }
    } else if let left = facts.encryption.unread.first(where: { $0.reason == .objectDescriptors }) {
      text = "protection not read: " + left.words
      nodes = left.node.map { [$0] } ?? []
    }
    say("protection", text, .fact(facts.encryption) { $0.members }, nodes)
    if let found, let samples { keyChanges(found, samples, say) }
  }

  /// When samples begin to need another key: `from sample 97 (4.000 s) on key 0a0b…, clear before`.
  private func keyChanges(_ found: KeyChanges, _ track: SampleTrack, _ say: Say) {
    func name(_ protection: GroupProtection?) -> String {
      guard let protection else { return "as 'stsd' says" }
      return protection.key.map { "key " + $0.text } ?? "clear"
    }
    guard let first = found.changes.first else {
      if found.isUsed, !found.isCut { say("keyChanges", "all samples " + name(found.first), .list([]), []) }
      return
    }
    var words = [name(first.before) + " to " + moment(first, track)]
    for (place, change) in found.changes.enumerated() {
      let next = place + 1 < found.changes.count ? " to " + moment(found.changes[place + 1], track) : ""
      words.append(name(change.protection) + (next.isEmpty ? " from there on" : next))
    }
    if found.count > found.changes.count {
      words[words.count - 1] = name(found.changes.last?.protection) + " from there on"
      words.append("and \(Words.grouped(UInt64(found.count - found.changes.count))) more changes")
    }
    if found.isCut { words.append("of the first 1,048,576 samples") }
    say(
      "keyChanges", words.joined(by: ", "),
      .list(
        found.changes.map { change in
          .record(
            [
              ("sample", .number(UInt64(change.sample.number))),
              ("seconds", .real(Double(change.time ?? change.sample.compositionTime) / Double(max(1, track.timescale)))),
            ] + Self.members(of: change.protection))
        }), [])
  }

  private static func members(of protection: GroupProtection?) -> About.Value.Members {
    guard let protection else { return [] }
    guard let key = protection.key else { return [("encrypted", .flag(false))] }
    return [("encrypted", .flag(true)), ("key", .text(key.text))]
  }

  /// `sample 97 (4.000 s)`
  private func moment(_ change: KeyChanges.Change, _ track: SampleTrack) -> String {
    let time = change.time.map { Words.seconds(UInt64(max(0, $0)), track.timescale) } ?? "not shown"
    return "sample \(Words.grouped(UInt64(change.sample.number))) (\(time))"
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
