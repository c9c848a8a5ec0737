import ByteReading
public import Structure

extension Catalogue {
  /// The tables of atoms (boxes).
  public static let atoms = Catalogue(
    nodeKind: "atom", header: AtomHeader.tables[0], families: AtomFamilies.all,
    entries: AtomFamilies.entries, views: AtomViews.all, register: RegisteredTypes.register)

  /// The brands that have names: codes in fields of atoms.
  ///
  /// - Complexity: O(*n*) in the number of rows and brands; lowers every table.
  package static var brands: [CatalogueEntry] { BrandNames.entries(in: .atoms) }
}

/// The header of an atom (14496-12 §4.2.2).
enum AtomHeader: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax("*", "Atom header", "14496-12 §4.2.2") {
      uint(32, "size", .bytes)
      code("type")
      uint(64, "largesize", .bytes, if: .equal("size", 1))
      uuid("usertype", if: .code("type", "uuid"))
    }
  ]
}

/// All families, in the order of the catalogue.
public enum AtomFamilies {
  /// What each is called, and the numbers that its tables have in the catalogue.
  public static var names: [(name: String, tables: Range<Int>)] { (all + entries).numbered }

  /// The families of tables, in the order of their codes.
  public static var all: [any SyntaxFamily.Type] {
    [
      FileLevel.self, Segments.self, Movie.self, QuickTimeMovie.self, Media.self,
      SampleTable.self, SampleGroups.self, MovieFragments.self, SubTracks.self, UserData.self,
      HintInformation.self, AssetInformation.self,
      VisualSampleEntries.self, NALSampleEntries.self, VideoSampleEntries.self,
      CameraSampleEntries.self, AudioSampleEntries.self, AudioExtensions.self,
      TextSampleEntries.self, PlainSampleEntries.self, HintSampleEntries.self,
      SampleEntryExtensions.self, Spherical.self, Protection.self,
      AudioConfigurations.self, Descriptors.self, JPEGFamily.self, LayeredVideo.self,
      VideoConfigurations.self,
      Items.self, ItemProperties.self, UncompressedImages.self, MinimizedImage.self,
      ItemPayloads.self, SamplePayloads.self, CameraSamples.self, ItemList.self, FileDelivery.self,
      JPEG2000.self, Adobe.self, GoPro.self, Vendors.self, CameraUserData.self, ExtendedTypes.self,
    ]
  }
  /// What stands in boxes and has a table of its own: entries of lists, descriptors.
  public static var entries: [any SyntaxFamily.Type] {
    [SampleGroupEntries.self, ObjectDescriptors.self]
  }
}
