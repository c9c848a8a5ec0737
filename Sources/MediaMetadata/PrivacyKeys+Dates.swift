import ByteReading
import ID3
import MediaFacts
import MediaInspection
import Structure

extension PrivacyKeys {
  /// Whether an item says when the content was made: of a photograph, when it was taken.
  static func isCreation(_ item: MetadataItem) -> Bool {
    item.uses.contains {
      !$0.isOther && MetadataField.all[$0.field].id.isSame(as: "year")
    }
  }

  /// Whether an item says the day of it, and no time of that day: somebody was there then, where it is no day on which
  /// a work came out.
  static func isDay(_ item: MetadataItem, _ contents: MetadataContents) -> Bool {
    if MomentFrames.part(item) == .day {
      return MetadataDate(year: "2000", dayAndMonth: contents.value?.string, clock: nil)?.day != nil
    }
    return isCreation(item) && contents.value?.date?.day != nil
  }
}
