package import Structure

/// What code consults of atoms.
package enum AtomViews {
  /// All views, each beside the tables that it reads.
  package static let all: [any FieldView.Type] = [
    MovieHeader.self, TrackHeader.self, EditListEntries.self, MediaHeader.self,
    HandlerReference.self, DataReferenceList.self, IdentifiedMediaData.self, MinimizedImageData.self,
    DataEntry.self,
    FileType.self, ExtendedLanguage.self, TrackReference.self, MediaInformationHeader.self,
    TrackAperture.self, CompressedMovie.self, UserDataText.self, PositionLog.self, ChapterTitles.self,
    WindowsAttributes.self, NeroTags.self, SampleDescriptions.self, TimeToSample.self,
    CompositionOffsets.self, CompositionRange.self, SyncSamples.self, SampleSizes.self,
    SampleToChunk.self,
    ChunkOffsets.self, SampleDependencies.self, AuxiliarySizes.self, AuxiliaryOffsets.self,
    SampleToGroup.self, CompactSampleToGroup.self, SampleGroupDescription.self,
    MovieExtendsHeader.self, TrackExtends.self, MovieFragmentHeader.self,
    TrackFragmentHeader.self, TrackRun.self, DecodeTime.self, SegmentIndex.self,
    LevelAssignment.self, TrackExtensionProperties.self, RandomAccess.self, RandomAccessOffset.self,
    EventMessage.self, ProducerTime.self,
    ItemLocation.self, PrimaryItem.self, ItemInformation.self, ItemEntry.self, JUMBFDescription.self, CredentialsBox.self,
    BrotliBox.self, JPEG2000Header.self,
    PropertyAssociation.self, ItemReferences.self, ImageSize.self, MetadataKeys.self,
    ItemReference.self, EntityGroup.self, DerivedImage.self, PixelInformation.self,
    ImageRotation.self, ImageMirror.self, AuxiliaryType.self, ValueAtom.self, MetadataNamespace.self,
    NameText.self, MetadataLanguages.self, MetadataCountries.self, TagBox.self,
    OriginalFormat.self, SchemeType.self, TrackEncryption.self, OlderTrackEncryption.self,
    SampleEncryption.self,
    ProtectionSystemBox.self, FairPlayRights.self, VisualEntry.self, AudioEntry.self, PixelAspectRatio.self,
    TimecodeEntry.self, XMLSubtitleEntry.self, MessageEntry.self, OtherEntry.self,
    ColourInformation.self,
    CleanAperture.self, AvidCompression.self, BitRate.self, MasteringDisplayBox.self, ContentLightBox.self, GammaLevel.self,
    MIMEType.self, KeyDeclaration.self, KeyDataType.self, AVCConfiguration.self, HEVCConfiguration.self, VVCConfiguration.self,
    EVCConfiguration.self, LCEVCConfiguration.self, AVS3Configuration.self, APVConfiguration.self,
    AV1Configuration.self, VPConfiguration.self, DolbyVisionConfiguration.self,
    ElementaryStream.self, OpusConfiguration.self, MeasuredLoudness.self, ALACConfiguration.self, FLACConfiguration.self,
    DolbyConfiguration.self, TrueHDConfiguration.self, AC4Configuration.self,
    DTSConfiguration.self,
    FieldHandling.self, StereoMode.self, StereoView.self, ViewPacking.self, ProjectionInformation.self,
    ProjectionFormat.self, EquirectangularProjection.self, FieldOfView.self, SphericalMetadata.self,
    MPEGHConfiguration.self, MPEGHProfiles.self, PCMConfiguration.self,
    TimedTextEntry.self, AudioChannelLayout.self, ChannelLayout.self, TrackKind.self, MediaCharacteristic.self,
  ]
}
