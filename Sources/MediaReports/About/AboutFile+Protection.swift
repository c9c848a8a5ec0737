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
    if let found, let samples {
      keyChanges(found, samples, say)
    } else if let samples, let encryption, encryption.protectedEntries < encryption.entries {
      keysAnnounced(samples, say)
    }
  }

  /// That no sample needs a key, where a sample entry announces one: a stream may be clear at first, and cut there.
  private func keysAnnounced(_ track: SampleTrack, _ say: Say) {
    var samples = track.samples()
    guard track.isClear, let first = samples.next() else { return }
    let member = members(of: first, at: track.editList.presentationTime(of: first), track) + [("encrypted", .flag(false))]
    say("keyChanges", "all samples clear", .list([.record(member)]), [])
  }

  /// When samples begin to need another key: `clear to sample 97 (4.000 s), key 0a0b… from there on`.
  private func keyChanges(_ found: KeyChanges, _ track: SampleTrack, _ say: Say) {
    guard found.isUsed, !found.spans.isEmpty else { return }
    var words = found.spans.enumerated().map { place, span in
      let name: String
      switch span.protection {
      case .ofEntry: name = "as 'stsd' says"
      case .unknown: name = "a group that nothing describes"
      case .group(let group): name = group.key.map { "key " + $0.text } ?? "clear"
      }
      if place + 1 < found.spans.count { return name + " to " + moment(found.spans[place + 1], track) }
      return found.count > found.spans.count ? name : found.count == 1 ? "all samples " + name : name + " from there on"
    }
    let more = found.count - found.spans.count
    if more > 0 { words.append("and \(more.grouped) more changes") }
    if !found.isWhole { words.append("as far as samples and their groups were read") }
    say("keyChanges", words.joined(by: ", "), .list(found.spans.map { .record(members(of: $0, track)) }), [])
  }

  private func members(of span: KeyChanges.Span, _ track: SampleTrack) -> About.Value.Members {
    let list = members(of: span.sample, at: span.time, track)
    guard case .group(let group) = span.protection else { return list }
    guard let key = group.key else { return list + [("encrypted", .flag(false))] }
    return list + [("encrypted", .flag(true)), ("key", .text(key.text))]
  }

  private func members(of sample: Sample, at time: Int64?, _ track: SampleTrack) -> About.Value.Members {
    let ticks = Double(time ?? sample.compositionTime)
    return [("sample", .number(UInt64(sample.number))), ("seconds", .real(ticks / Double(max(1, track.timescale))))]
  }

  /// `sample 97 (4.000 s)`
  private func moment(_ span: KeyChanges.Span, _ track: SampleTrack) -> String {
    let time = span.time.map { Words.seconds(UInt64(max(0, $0)), track.timescale) } ?? "not shown"
    return "sample \(span.sample.number.grouped) (\(time))"
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
    let named = system.keys.count == 1 ? "1 key ID" : "\(system.keys.count.grouped) key IDs"
    guard let wanted = keysOfTracks, !wanted.isEmpty, !system.hasUnreadKeys else { return named }
    let missing = wanted.filter { !system.keys.contains($0) }
    if missing.isEmpty { return wanted.count == 1 ? "the key ID of the tracks" : "all key IDs of the tracks" }
    let shown = missing.prefix(2).map(\.text).joined(by: ", ")
    let more = missing.count > 2 ? " and \(missing.count - 2) more" : ""
    return "\(named), not \(shown)\(more) of the tracks"
  }
}
