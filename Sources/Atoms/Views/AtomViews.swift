package import Structure

/// What code consults of atoms.
package enum AtomViews {
  /// All views, each beside the tables that it reads.
  package static let all: [any FieldView.Type] = [
    MovieHeader.self, TrackHeader.self, EditListEntries.self, MediaHeader.self,
    HandlerReference.self, DataReferenceList.self, DataEntry.self, IdentifiedMediaData.self,
    SampleDescriptions.self, TimeToSample.self, CompositionOffsets.self, SyncSamples.self,
    SampleSizes.self, SampleToChunk.self, ChunkOffsets.self, SampleDependencies.self,
    AuxiliarySizes.self, AuxiliaryOffsets.self, SampleToGroup.self, CompactSampleToGroup.self,
    SampleGroupDescription.self,
    MovieExtendsHeader.self, TrackExtends.self, MovieFragmentHeader.self,
    TrackFragmentHeader.self, TrackRun.self, DecodeTime.self, SegmentIndex.self,
    RandomAccess.self, RandomAccessOffset.self,
    ItemLocation.self, PrimaryItem.self, ItemInformation.self, ItemEntry.self,
    PropertyAssociation.self,
    ItemReferences.self, ImageSize.self, MetadataKeys.self,
    OriginalFormat.self, SchemeType.self, TrackEncryption.self, SampleEncryption.self,
    VisualEntry.self, AudioEntry.self, PixelAspectRatio.self,
  ]
}
