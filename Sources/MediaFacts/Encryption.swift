public import ByteReading

/// How the samples of a track are protected.
public struct Encryption: Sendable, Equatable {
  /// `cenc`, `cbcs`, `itun`; `nil` where no `schm` says it.
  public var scheme: FourCC?
  /// The version of the scheme, in 16.16; `nil` where no `schm` says it.
  public var schemeVersion: UInt64?
  /// How many of the sample entries are protected.
  public var protectedEntries: Int
  /// How many sample entries there are.
  public var entries: Int
  /// The keys that entries and sample groups name, each once, in the order of the file; at most
  /// ``keyLimit``.
  public var keys: [KeyID]
  /// The key that the first protected sample entry names.
  public var entryKey: KeyID?
  /// Blocks that are encrypted and blocks that are left, in turn; `nil` without a pattern.
  public var pattern: Pattern?
  /// The bytes of each sample's initialisation vector; 0 when one vector serves all.
  public var vectorSize: UInt64?
  /// The bytes of the vector that serves all samples.
  public var constantVectorSize: UInt64?
  /// What entries of sample groups (`seig`) say otherwise than the sample entries do.
  public var groups = Groups()

  /// The keys that ``keys`` has at most.
  public static let keyLimit = 64

  /// How samples of groups are protected otherwise than others.
  public struct Groups: Sendable, Equatable {
    /// Whether they have a key that no sample entry names.
    public var hasOtherKeys = false
    /// Whether samples of a group are not encrypted.
    public var leavesSamplesClear = false
    /// The bytes of vectors where these are others than those of the sample entries: of each sample, or of the one that
    /// serves all; each once, 16 at most.
    public var vectorSizes: [UInt64] = []

    /// Groups that say nothing otherwise.
    public init() {}

    /// Whether they say anything otherwise.
    public var isEmpty: Bool { !hasOtherKeys && !leavesSamplesClear && vectorSizes.isEmpty }
  }

  /// A pattern of blocks of 16 bytes.
  public struct Pattern: Sendable, Equatable {
    /// Blocks that are encrypted (`crypt_byte_block`).
    public var encrypted: UInt64
    /// Blocks behind them that are left (`skip_byte_block`).
    public var clear: UInt64

    /// A pattern by the two counts of blocks.
    ///
    /// - Parameters:
    ///   - encrypted: `crypt_byte_block`.
    ///   - clear: `skip_byte_block`.
    public init(encrypted: UInt64, clear: UInt64) {
      self.encrypted = encrypted
      self.clear = clear
    }
  }

  /// Protection of a track of which neither scheme nor keys are known yet.
  ///
  /// - Parameters:
  ///   - protectedEntries: How many of the sample entries are protected.
  ///   - entries: How many there are.
  public init(protectedEntries: Int, of entries: Int) {
    self.protectedEntries = protectedEntries
    self.entries = entries
    keys = []
  }
}

/// How the samples of a group are protected.
public struct GroupProtection: Sendable, Equatable {
  /// Their key; `nil` where they are not encrypted.
  public var key: KeyID?

  /// Protection by a key, or none.
  ///
  /// - Parameter key: The key; `nil` for samples that are not encrypted.
  public init(key: KeyID?) { self.key = key }
}

/// The 16 bytes by which a key, or a system of protection, is known.
public struct KeyID: Sendable, Hashable {
  /// The first eight bytes, big-endian.
  public var high: UInt64
  /// The last eight.
  public var low: UInt64

  /// An identifier of 16 bytes.
  ///
  /// - Parameters:
  ///   - high: The first eight, big-endian.
  ///   - low: The last eight.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// `edef8ba9-79d6-4ace-a3c8-27dcd51d21ed`.
  public var text: String {
    var digits = ByteWriter()
    digits.put(hex: high &>> 32, digits: 8)
    digits.put("-")
    digits.put(hex: high &>> 16 & 0xFFFF, digits: 4)
    digits.put("-")
    digits.put(hex: high & 0xFFFF, digits: 4)
    digits.put("-")
    digits.put(hex: low &>> 48, digits: 4)
    digits.put("-")
    digits.put(hex: low & 0xFFFF_FFFF_FFFF, digits: 12)
    return digits.string
  }
}

/// A system that hands out keys, as a `pssh` names it.
public struct ProtectionSystem: Sendable, Equatable {
  /// The identifier of the system (`SystemID`).
  public var id: KeyID
  /// `Widevine`; `nil` when it is not known.
  public var name: StaticString?
  /// How many boxes are for it.
  public var boxes: Int
  /// The keys that its boxes name, each once, in the order of the file; at most ``Encryption/keyLimit``.
  public var keys: [KeyID] = []
  /// Whether its boxes may name other keys: in data that only the system reads, or behind the limit.
  public var hasUnreadKeys = false

  /// A system of protection.
  ///
  /// - Parameters:
  ///   - id: Its identifier.
  ///   - name: What people call it; `nil` when it is not known.
  ///   - boxes: How many boxes are for it.
  public init(_ id: KeyID, name: StaticString?, boxes: Int) {
    self.id = id
    self.name = name
    self.boxes = boxes
  }

  /// Whether the two are one system with as many boxes, which name the same keys.
  public static func == (a: ProtectionSystem, b: ProtectionSystem) -> Bool {
    a.id == b.id && a.boxes == b.boxes && a.keys == b.keys && a.hasUnreadKeys == b.hasUnreadKeys
  }
}
