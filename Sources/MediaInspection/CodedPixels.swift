import Atoms
import ByteReading
import Structure

/// The shape of pixels as parameter sets say it (14496-10 §E.2.1, 23008-2 §E.3.1).
struct CodedPixels {
  var across: UInt64 = 1
  var down: UInt64 = 1
  /// Whether they say it; pixels are square else.
  var isSaid = false

  /// `nil` where there is no parameter set beside the samples, or more than one.
  init?(of entry: NodeIndex, _ document: Document) {
    if let node = document.tree.child("avcC", of: entry) {
      self.init(
        document.view(AVCConfiguration.self, of: node), .vui_parameters_present_flag,
        aspect: .aspect_ratio_info_present_flag, code: .aspect_ratio_idc, sides: (.sar_width, .sar_height))
    } else if let node = document.tree.child("hvcC", of: entry) {
      self.init(
        document.view(HEVCConfiguration.self, of: node), .vui_parameters_present_flag,
        aspect: .aspect_ratio_info_present_flag, code: .aspect_ratio_idc, sides: (.sar_width, .sar_height))
    } else {
      return nil
    }
  }

  private init?<Fields: FieldView>(
    _ view: View<Fields>, _ usability: Fields.Field, aspect: Fields.Field, code: Fields.Field,
    sides: (across: Fields.Field, down: Fields.Field)
  ) {
    guard let isUsable = view.number(usability), view.number(usability, after: 1) == nil else { return nil }
    if isUsable == 0 { return }
    guard let isThere = view.number(aspect) else { return nil }
    if isThere == 0 { return }
    guard let value = view.number(code) else { return nil }
    // Unspecified.
    if value == 0 { return }
    if value == 255 {
      guard let across = view.number(sides.across), let down = view.number(sides.down) else { return nil }
      if across == 0 || down == 0 { return }
      (self.across, self.down) = (across, down)
    } else {
      guard let sides = VideoUsability.pixelSides(value) else { return nil }
      (across, down) = sides
    }
    isSaid = true
  }
}
