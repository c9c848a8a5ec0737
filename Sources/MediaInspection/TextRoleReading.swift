import Atoms
import ByteReading
import MediaFacts
import Structure

/// For whom the text of a track is, by its boxes.
struct TextRoleReading {
  private let document: Document
  private let reader: NodeReader
  private var tree: Tree { document.tree }
  /// The tracks of text that are enabled, and those that are not.
  private let enabled: Int
  private let disabled: Int

  init(_ document: Document) {
    self.document = document
    reader = NodeReader(document)
    let texts = document.synopsis.tracks.filter(\.isOfText)
    enabled = texts.count { $0.isEnabled }
    disabled = texts.count - enabled
  }

  /// The role of the track at `node`, whose first samples have the entry `entry`.
  ///
  /// - Complexity: O(*n*) in the boxes of user data of the track, 64 at most.
  func role(of node: NodeIndex, entry: NodeIndex?, isEnabled: Bool) -> TextRole {
    var forced: TextRole.Forced?
    var isForDeaf = false
    if let entry, let flags = reader.view(TimedTextEntry.self, of: entry).number(.displayFlags) {
      if flags & 0x4000_0000 != 0 { forced = .some }
      if flags & 0x8000_0000 != 0 { forced = .all }
    }
    if let data = tree.child("udta", of: node) {
      for box in tree.children(of: data).prefix(64) where !tree[box].isRaw {
        switch tree[box].type {
        case "kind":
          let kind = reader.view(TrackKind.self, of: box)
          guard kind.text(.schemeURI) == "urn:mpeg:dash:role:2011" else { continue }
          switch kind.text(.value) {
          case "caption": isForDeaf = true
          case "forced-subtitle", "forced_subtitle": forced = .all
          default: continue
          }
        case "tagc":
          switch reader.view(MediaCharacteristic.self, of: box).text(.tag) {
          case "public.accessibility.describes-music-and-sound": isForDeaf = true
          case "public.subtitles.forced-only": forced = .all
          default: continue
          }
        default: continue
        }
      }
    }
    return TextRole(
      forced: forced, isForDeaf: isForDeaf, isPreferred: isEnabled && enabled == 1 && disabled > 0)
  }
}
