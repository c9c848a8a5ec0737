import Structure

/// What data sets are called, and what they are about (IPTC-NAA Information Interchange Model 4.2 §§5, 6).
enum IIMNames {
  static let records: Names = [
    1: "envelope", 2: "application", 3: "photograph", 6: "abstract relationship", 7: "before the object",
    8: "object", 9: "behind the object",
  ]

  /// Of record 1.
  static let envelope: Names = [
    0: "Model Version", 5: "Destination", 20: "File Format", 22: "File Format Version", 30: "Service Identifier",
    40: "Envelope Number", 50: "Product I.D.", 60: "Envelope Priority", 70: "Date Sent", 80: "Time Sent",
    90: "Coded Character Set", 100: "UNO", 120: "ARM Identifier", 122: "ARM Version",
  ]

  /// Of record 2.
  static let application: Names = [
    0: "Record Version", 3: "Object Type Reference", 4: "Object Attribute Reference", 5: "Object Name",
    7: "Edit Status", 8: "Editorial Update", 10: "Urgency", 12: "Subject Reference", 15: "Category",
    20: "Supplemental Category", 22: "Fixture Identifier", 25: "Keywords", 26: "Content Location Code",
    27: "Content Location Name", 30: "Release Date", 35: "Release Time", 37: "Expiration Date",
    38: "Expiration Time", 40: "Special Instructions", 42: "Action Advised", 45: "Reference Service",
    47: "Reference Date", 50: "Reference Number", 55: "Date Created", 60: "Time Created",
    62: "Digital Creation Date", 63: "Digital Creation Time", 65: "Originating Program", 70: "Program Version",
    75: "Object Cycle", 80: "By-line", 85: "By-line Title", 90: "City", 92: "Sub-location",
    95: "Province/State", 100: "Country/Primary Location Code", 101: "Country/Primary Location Name",
    103: "Original Transmission Reference", 105: "Headline", 110: "Credit", 115: "Source", 116: "Copyright Notice",
    118: "Contact", 120: "Caption/Abstract", 122: "Writer/Editor", 125: "Rasterized Caption", 130: "Image Type",
    131: "Image Orientation", 135: "Language Identifier", 150: "Audio Type", 151: "Audio Sampling Rate",
    152: "Audio Sampling Resolution", 153: "Audio Duration", 154: "Audio Outcue",
    200: "ObjectData Preview File Format", 201: "ObjectData Preview File Format Version",
    202: "ObjectData Preview Data",
  ]

  static func names(of record: UInt64) -> Names {
    switch record {
    case 1: envelope
    case 2: application
    default: [:]
    }
  }

  static func subject(of number: UInt8, in record: UInt8) -> EmbeddedFinding.Subject {
    switch (record, number) {
    case (1, 70), (1, 80), (2, 55), (2, 60), (2, 62), (2, 63): .moment
    case (2, 65), (2, 70): .software
    case (2, 80), (2, 85), (2, 110), (2, 115), (2, 116), (2, 118), (2, 122): .person
    case (2, 26), (2, 27), (2, 90), (2, 92), (2, 95), (2, 100), (2, 101): .place
    case (2, 25), (2, 40), (2, 105), (2, 120): .comment
    default: .other
    }
  }

  /// Records of which it is written what their data sets hold.
  static let describedRecords: [UInt64] = [1, 2]

  /// The data sets of a record that are two bytes of a number.
  static func numbers(of record: UInt64) -> [UInt64] {
    switch record {
    case 1: [0, 20, 22, 120, 122]
    case 2: [0, 200, 201]
    default: []
    }
  }

  /// The data sets of a record that are neither numbers nor characters: how characters are coded, pictures.
  static func bytes(of record: UInt64) -> [UInt64] {
    switch record {
    case 1: [90]
    case 2: [125, 202]
    default: []
    }
  }

  /// Whether a data set is two bytes of a number.
  static func isNumber(_ number: UInt8, in record: UInt8) -> Bool {
    numbers(of: UInt64(record)).contains(UInt64(number))
  }

  /// Whether a data set is characters.
  static func isText(_ number: UInt8, in record: UInt8) -> Bool {
    describedRecords.contains(UInt64(record)) && !isNumber(number, in: record)
      && !bytes(of: UInt64(record)).contains(UInt64(number))
  }
}
