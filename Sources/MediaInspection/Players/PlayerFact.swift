/// What rules for players ask for that no field says alone: a number, computed from a file, a node or a
/// track. What is 0 or absent does not hold of itself.
package enum PlayerFact: String, CaseIterable, Sendable {
  /// Whether a file is frames of ADTS.
  case adts
  /// How far tracks that play together lie apart in the file, in ms.
  case apart
  /// Whether `ipma` lists an item behind one of the same or of a greater ID, or the primary one in a second box.
  case associationsDisordered = "associations-disordered"
  /// Track fragments with vectors for another number of samples.
  case auxiliaryDiffers = "auxiliary-differs"
  /// Track fragments that count from the start of the file.
  case baseOffsets = "base-offsets"
  /// Track fragments behind the first of their fragment that do not say what they count from, and whose data is not in
  /// the `mdat` behind it when it is counted from the fragment.
  case baseMisread = "base-misread"
  /// Track fragments behind the first of their fragment that do not say what they count from, and have a run whose data is in
  /// the `mdat` behind it when it is counted from the fragment alone.
  case baseFromFragment = "base-from-fragment"
  /// Track fragments that do not say what they count from.
  case baseUnsaid = "base-unsaid"
  /// Whether the first sample of a track lies over several boxes of the movie.
  case beginsInBoxes = "begins-in-boxes"
  /// Whether the first sample of none of the tracks that are played is all in the file.
  case beginningsCut = "beginnings-cut"
  /// Second boxes, in a track, of kinds of which FFmpeg takes one.
  case boxesTwice = "boxes-twice"
  /// Boxes of the shape of pixels and of colours, in a sample entry, that Firefox does not read.
  case boxesUnread = "boxes-unread"
  /// Whether a brand is one that media3 knows.
  case brandAndroid = "brand-android"
  /// Whether cmfc, cmf2 or one beginning with cmf is among the brands.
  case brandCmaf = "brand-cmaf"
  /// Whether a stream of MP3 has frames of one channel and of two, among the first 1,024.
  case channelsVary = "channels-vary"
  /// Enabled tracks that a track has its chapters in.
  case chapterTrackEnabled = "chapter-track-enabled"
  /// Tracks that have chapters of others in them.
  case chapterTracks = "chapter-tracks"
  /// The chapters that `chpl` counts.
  case chaptersCounted = "chapters-counted"
  /// Boxes of a movie, of those that lead to its sample entries, that do not end where the last box in them does.
  case bytesRemain = "bytes-remain"
  /// Chunks of samples that begin in the file.
  case chunksInside = "chunks-inside"
  /// Coded pictures whose bytes are in `idat`.
  case codedInIdat = "coded-in-idat"
  /// The most `colr` of one type in a node, or of the primary image where the node is the `meta` of items.
  case coloursOfAKind = "colours-of-a-kind"
  /// Whether neither `colr` nor the configuration of the decoder says the colours of a sample entry.
  case coloursUnsaid = "colours-unsaid"
  /// Configurations in a sample entry of pictures that Firefox does not read in one of its type.
  case configurationMisplaced = "configuration-misplaced"
  /// The most boxes of one kind of configuration in a sample entry.
  case configurations
  /// Whether a movie has tracks and no sample at all, in tables and fragments.
  case mediaMissing = "media-missing"
  /// The size of the largest cover.
  case coverBytes = "cover-bytes"
  /// Covers of another kind than their type says.
  case coverTypeWrong = "cover-type-wrong"
  /// Whether a crop has odd sides.
  case cropOdd = "crop-odd"
  /// Whether `clap` is smaller than the picture.
  case crops
  /// References of a track to tracks that there are not.
  case dangling
  /// Samples of fragments whose dependence is 3.
  case dependsReserved = "depends-reserved"
  /// The greatest sample entry that `stsc` names, where there are fewer; one more than there are where a later chunk
  /// names number 0.
  case descriptionBeyond = "description-beyond"
  /// Whether the first chunk names sample entry 0, where they are counted from 1.
  case descriptionZero = "description-zero"
  /// Sample entries that chunks use; 2 for all that are more.
  case descriptionsUsed = "descriptions-used"
  /// Whether timecode drops frames at a rate that has none to drop.
  case dropFrameOdd = "drop-frame-odd"
  /// Different lengths of samples, 16 at most; the last one does not count.
  case durations
  /// Whether the first edit begins when the first sample is shown.
  case editBeginsAtFirst = "edit-begins-at-first"
  /// Whether edits leave out both ends.
  case editCutsBoth = "edit-cuts-both"
  /// Ticks of the media that edits leave out at the end.
  case editCutsEnd = "edit-cuts-end"
  /// Whether the first edit begins at a sample that is not sync.
  case editInsideGroup = "edit-inside-group"
  /// Edits that begin behind the end of the media.
  case editPastMedia = "edit-past-media"
  /// The first rate of an edit that is not 1, in thousandths; 1,000 for none.
  case editRate = "edit-rate"
  /// Edits whose whole part of the rate is not 1.
  case editRateWhole = "edit-rate-whole"
  /// Whether edits show a sync sample.
  case editShowsSync = "edit-shows-sync"
  /// The bits of the longest duration that an edit is said to have.
  case editDurationBits = "edit-duration-bits"
  /// Edits that show media.
  case edits
  /// Whether there are edits and all of them are empty: nothing of the track is shown.
  case editsEmpty = "edits-empty"
  /// Whether there are edits that show media and each of them lasts no time, longer than can be counted, or is over
  /// before the media begin.
  case editsVoid = "edits-void"
  /// Edits that begin before one in front of them ends.
  case editsRepeat = "edits-repeat"
  /// Sample entries whose data lies in other files.
  case elsewhere
  /// The ticks of the movie of an empty edit at the start that others follow.
  case emptyStart = "empty-start"
  /// The ticks by which the first edit of each track of video and sound delays it, where these are as many.
  case emptyStartOfAll = "empty-start-of-all"
  /// Whether a track is enabled.
  case enabled
  /// Layers of the enabled tracks of video.
  case enabledLayers = "enabled-layers"
  /// Enabled tracks with the handler of this one.
  case enabledLikeIt = "enabled-like-it"
  /// Enabled tracks of video and sound.
  case enabledPlayed = "enabled-played"
  /// Enabled tracks of sound.
  case enabledSounds = "enabled-sounds"
  /// Whether the sample entries of a track are of different codings, used or not; of those that are protected nothing
  /// is said.
  case entriesDiffer = "entries-differ"
  /// Sample entries of a track that no sample leads to, where some lead to others.
  case entriesUnused = "entries-unused"
  /// The version of a sample entry of sound (14496-12 §12.2.3; QTFF).
  case entryVersion = "entry-version"
  /// Sample entries other than of H.264 and AAC.
  case entriesUnusual = "entries-unusual"
  /// Whether Exif says a rotation, and no property does.
  case exifTurned = "exif-turned"
  /// Tracks without `trex`, and `trex` without track.
  case extendsMissing = "extends-missing"
  /// The first chunk that `stsc` names.
  case firstChunk = "first-chunk"
  /// Whether no sample leads to the first sample entry of a track, which is of another type than one that is used.
  case firstEntryUnused = "first-entry-unused"
  /// First tracks of video and of sound with the ID of a track before them.
  case firstSameIds = "first-same-ids"
  /// When the first sample of a track is shown before edits, in ticks.
  case firstShown = "first-shown"
  /// The least number of a sync sample of a track.
  case firstSync = "first-sync"
  /// Whether fragments of a track name a sample entry that it does not have: 2 where its `trex` does, or the first of
  /// these has no other track, else 1.
  case fragmentEntryBeyond = "fragment-entry-beyond"
  /// Movie fragments, or 1 where `mvex` announces some.
  case fragmented
  /// Fragments that are cut off, and indexes that lead behind the end of the file.
  case fragmentsLost = "fragments-lost"
  /// Fragments, of the first 256, that begin with a picture that is said to be sync and is neither IDR, CRA nor BLA.
  case fragmentsNotIdr = "fragments-not-idr"
  /// Fragments that begin with a sample of video that is not sync.
  case fragmentsNotSync = "fragments-not-sync"
  /// The longest time by which a fragment begins before the one before it ends, in ms.
  case fragmentsOverlap = "fragments-overlap"
  /// Frames of a track in 1,000 s.
  case framesPerSecond = "frames-per-second"
  /// Whether the first frame of a stream of MP3 is in free format: it has no number of a rate.
  case freeFormat = "free-format"
  /// The offset of `ftyp`.
  case ftypOffset = "ftyp-offset"
  /// The place of `ftyp` among the boxes at the top, from 1.
  case ftypPlace = "ftyp-place"
  /// Whether the handler of a track is that of its sample entry.
  case handlerFits = "handler-fits"
  /// Whether the handler of a track stands behind its `minf`.
  case handlerLate = "handler-late"
  /// Whether a track with the header of video or of sound has a handler that says no kind of media that is known.
  case handlerUnknown = "handler-unknown"
  /// Whether `tkhd` has another shape than the picture.
  case headerAspect = "header-aspect"
  /// Whether `mvhd` stands behind a track that has edits.
  case headerBehindEdits = "header-behind-edits"
  /// Fragments without `mfhd`.
  case headersMissing = "headers-missing"
  /// Boxes of type `uuid`, at the top and in the movie, that are too short for their identifier.
  case identifiersCut = "identifiers-cut"
  /// Whether all boxes are there that an image needs.
  case imageBoxes = "image-boxes"
  /// Whether a box of `meta` or `iprp` stands where those who read AVIF look for another one, or the name of the handler has
  /// no end.
  case imageBoxesMisplaced = "image-boxes-misplaced"
  /// Whether `ispe` differs from the coded size.
  case imageSizeDiffers = "image-size-differs"
  /// Whether `pixi` has another number of bits than the configuration of AV1.
  case imageDepthDiffers = "image-depth-differs"
  /// `sidx` at the top.
  case indexCount = "index-count"
  /// `sidx` behind the first fragment.
  case indexLate = "index-late"
  /// `sidx` in front of the first fragment, of a track of the movie, without timescale or entries, or with one that leads
  /// to a further index.
  case indexRefused = "index-refused"
  /// Entries of indexes that stand for another number of fragments than one.
  case indexSpans = "index-spans"
  /// Indexes whose track, timescale or sizes do not fit.
  case indexWrong = "index-wrong"
  /// Boxes `meta` at the top of a file with items of images.
  case imageMetas = "image-metas"
  /// 1 for a file with items of images.
  case isImage = "is-image"
  /// 1 for a file of atoms that is no image alone.
  case isMovie = "is-movie"
  /// Whether a stream of AAC has the name of an MP4 file.
  case isStreamNamedMovie = "is-stream-named-movie"
  /// Whether the primary image has an extent without a length, or lies in another item.
  case itemUnmeasured = "item-unmeasured"
  /// Whether bytes of the primary image, or of images that it is put together from, are behind the end of the file.
  case itemPastEnd = "item-past-end"
  /// What is no box between the first fragment and the last one, or in an image between `meta` and another box: its size.
  case junkAmong = "junk-among"
  /// Bytes at the top that are no box, before the first one, in a movie before what leads to its first sample, or in an
  /// image before `meta`.
  case junkBefore = "junk-before"
  /// Bytes behind the last box that form none.
  case junkBehind = "junk-behind"
  /// The size that the bytes behind the last box of a file of boxes say, where these form none and have a header.
  case junkSize = "junk-size"
  /// Fragments with several runs of key groups.
  case keyGroupsSeveral = "key-groups-several"
  /// Whether `lhvC` stands before `hvcC`.
  case layersFirst = "layers-first"
  /// Boxes in fragments with a size of 64 bits.
  case leavesLarge = "leaves-large"
  /// Whether the display that a track was made on is known.
  case mastering
  /// What a matrix does: 0 no change, 1 turn, 2 mirror, 3 else.
  case matrix
  /// Whether `mvhd` is without a length, or says ten times that of the longest track.
  case movieDurationOff = "movie-duration-off"
  /// Whether `moov` stands behind the media.
  case movieLast = "movie-last"
  /// Tracks of the movie.
  case movieTracks = "movie-tracks"
  /// Whether the first sample of a track is of layer 2 of MPEG-1, at a bit rate that this does not have for its channels.
  case layerRateRefused = "layer-rate-refused"
  /// The layer of MPEG audio in the first sample of a track that is said to be of it, 0 for none.
  case mpegLayer = "mpeg-layer"
  /// Negative offsets in a `ctts` of version 1.
  case negativeSigned = "negative-signed"
  /// Negative offsets in a `ctts` of version 0.
  case negativeUnsigned = "negative-unsigned"
  /// Odd sides of the picture of a sample entry.
  case oddSize = "odd-size"
  /// The version of the ID3v2 tag that a node is: 2, 3, 4.
  case ownTagVersion = "own-tag-version"
  /// Chunks of samples that end behind the end of the file.
  case pastEnd = "past-end"
  /// Bytes of the payload of a node.
  case payloadBytes = "payload-bytes"
  /// Whether `pasp` says square pixels.
  case pixelsSquare = "pixels-square"
  /// Whether the primary image is AV1.
  case primaryAv1 = "primary-av1"
  /// Whether a primary image of AV1 has a configuration.
  case primaryConfigured = "primary-configured"
  /// Whether the primary image is cropped by `clap`.
  case primaryCropped = "primary-cropped"
  /// Whether the primary item is made of others, and is no grid.
  case primaryDerived = "primary-derived"
  /// Whether the primary item is put together from a grid of others.
  case primaryGrid = "primary-grid"
  /// Whether the primary image is of a coding that browsers do not have.
  case primaryHeif = "primary-heif"
  /// Pixels of the primary image.
  case primaryPixels = "primary-pixels"
  /// Whether the primary image has a size.
  case primarySize = "primary-size"
  /// Whether AAC has neither an edit list nor iTunSMPB.
  case primingUnsaid = "priming-unsaid"
  /// Whether `irot`, `imir` or `pixi`, of whatever item, is shorter than its fields, or `pixi` of a version or with flags that
  /// it does not have.
  case propertyCut = "property-cut"
  /// Whether `pixi`, of whatever item, is longer than its fields.
  case propertyLong = "property-long"
  /// Whether `irot` or `imir`, of whatever item, has reserved bits that are set, or `pixi` no channels or channels of
  /// different depths.
  case propertyOdd = "property-odd"
  /// Whether the primary image has layers to choose from, or is not to be shown without its crop or its light level.
  case propertyRefused = "property-refused"
  /// Whether the primary image has two properties of which one is looked for, or is turned after it is mirrored.
  case propertyRepeated = "property-repeated"
  /// Whether the primary image is not to be shown without a property that browsers do not know.
  case propertyUnknown = "property-unknown"
  /// Whether a property that changes a picture is not marked essential.
  case propertyUnmarked = "property-unmarked"
  /// Whether a sample entry has twice the rate of the AAC in it.
  case rateDoubled = "rate-doubled"
  /// Sample entries of encryption, in a track, that no sample leads to; none that says that it protects nothing.
  case protectedUnused = "protected-unused"
  /// Whether a sample entry of encryption, in a track, is one that samples lead to; none that says that it protects nothing.
  case protectedUsed = "protected-used"
  /// Whether the bit rate varies and no header says it.
  case rateVariesUnsaid = "rate-varies-unsaid"
  /// Tracks of video and sound whose sample entries Chromium does not read in fragments that pages append.
  case refusedBeside = "refused-beside"
  /// Tracks of video that have runs of which none lies in the `mdat` behind its fragment.
  case picturesOutside = "pictures-outside"
  /// Runs whose data lies in front of their fragment; none where data of others lies elsewhere but in the `mdat` behind theirs.
  case runsBefore = "runs-before"
  /// Those among them that are the first of their track.
  case runsBeforeFirst = "runs-before-first"
  /// Pieces of media that fragments lead to, and that lie in the `mdat` behind them.
  case runsInside = "runs-inside"
  /// Negative offsets in runs of version 0.
  case runsNegative = "runs-negative"
  /// Runs whose data is not in the `mdat` behind their fragment.
  case runsOutside = "runs-outside"
  /// Runs of version 1 with negative offsets.
  case runsSigned = "runs-signed"
  /// Runs with samples, behind others of their track fragment, that do not say where their data lies.
  case runsUnplaced = "runs-unplaced"
  /// Tracks with the ID of one before them.
  case sameIds = "same-ids"
  /// Samples in the tables of a track.
  case samplesInMovie = "samples-in-movie"
  /// The length of the media of a track in seconds.
  case seconds
  /// Samples among the first sync samples that carry parameter sets.
  case setsInSamples = "sets-in-samples"
  /// Fragments of several tracks.
  case sharedFragments = "shared-fragments"
  /// Whether a sample entry has another ratio of its sides than the pictures have by their parameter sets.
  case shapeDiffers = "shape-differs"
  /// Tracks of sound where none is AAC.
  case soundsWithoutAac = "sounds-without-aac"
  /// When the first picture or sound of a fragmented file is shown, in ms, after edits.
  case startsAt = "starts-at"
  /// Ticks by which a demuxer that has no negative offsets shows the samples of a track later, when none of them is
  /// to come before it is decoded: FFmpeg's, which Chromium has.
  case shownLater = "shown-later"
  /// The size that the header of a node says: 0 to the end, 1 for a size of 64 bits.
  case storedSize = "stored-size"
  /// Sync samples of a track; none where all are.
  case syncCount = "sync-count"
  /// The longest way between sync samples of a track, or from the last to its end, in ms.
  case syncDistance = "sync-distance"
  /// Whether a later one of the first four sync samples of AVC begins with a picture that is no IDR: 1 where pictures of
  /// the track are decoded in another order than they are shown in, 2 where none is.
  case syncNotIdr = "sync-not-idr"
  /// Which of `stts`, `stsc` and `stco` the `stbl` of a track does not have.
  case tablesEmptyMissing = "tables-empty-missing"
  /// Tables of samples that an unfragmented `stbl` does not have.
  case tablesMissing = "tables-missing"
  /// Numbers in the table of sync samples that no sample has.
  case syncBeyond = "sync-beyond"
  /// Whether a track is the first enabled one of pictures or of sound, and the last `chap` of the movie names it: FFmpeg's
  /// demuxer, which Chromium has, takes it for chapters.
  case takenForChapters = "taken-for-chapters"
  /// Bytes of an ID3v2 tag before `ftyp`.
  case tagBefore = "tag-before"
  /// The bytes of tags at the start.
  case tagBytes = "tag-bytes"
  /// Whether the tag has a footer.
  case tagFooter = "tag-footer"
  /// Bytes of sound that lie in what the tag takes.
  case tagPastSound = "tag-past-sound"
  /// The size of the largest frame of a picture.
  case tagPicture = "tag-picture"
  /// Texts as Latin-1 with bytes that it has no characters for.
  case tagTextDoubtful = "tag-text-doubtful"
  /// Bytes between the tag and the sound.
  case tagTooShort = "tag-too-short"
  /// Whether the tag is un-synchronised.
  case tagUnsynchronised = "tag-unsynchronised"
  /// The version of the ID3v2 tag at the start: 2, 3, 4.
  case tagVersion = "tag-version"
  /// ID3v2 tags at the start.
  case tagsAtStart = "tags-at-start"
  /// Whether the primary item is a grid with another number of places than of images that it is put together from.
  case tileCountDiffers = "tile-count-differs"
  /// Whether the tiles of a grid are of different codings.
  case tilesMixed = "tiles-mixed"
  /// Tiles of a grid below 64 pixels.
  case tilesSmall = "tiles-small"
  /// Track fragments that do not begin at the end of the one before.
  case timeBreaks = "time-breaks"
  /// Track fragments that begin more than a sample after the end of the one before.
  case timeGaps = "time-gaps"
  /// Track fragments that begin more than a sample before the end of the one before.
  case timeOverlaps = "time-overlaps"
  /// Track fragments without `tfdt`.
  case timesMissing = "times-missing"
  /// Track fragments of one track at time 0.
  case timesZero = "times-zero"
  /// Whether all chunks of a track begin behind the end of the file.
  case trackPastEnd = "track-past-end"
  /// Tracks of video and sound.
  case tracksPlayed = "tracks-played"
  /// Fragments of tracks that the movie has.
  case tracksKnown = "tracks-known"
  /// Track fragments of tracks that the movie does not have.
  case tracksUnknown = "tracks-unknown"
  /// How the first sample of a track is made of units: 1 by their lengths, 2 not, 3 by lengths of another size. Of
  /// other codings whether the first samples begin as theirs do, where bytes tell it: 1 so, 2 otherwise.
  case units
  /// The same of a sample that begins a later chunk or run, of 32 to 64 that are spread over the track, where the first is as
  /// said.
  case unitsLater = "units-later"
  /// The layer of MPEG audio of a file that is a stream of it.
  case soundLayer = "sound-layer"
  /// The number of a sample of AAC that is of zeros: the first 16 are looked at, those that begin later chunks and
  /// runs, of 32 to 64 that are spread over the track, and 32 others of tables.
  case soundOfZeros = "sound-of-zeros"
  /// Boxes at the top that MSE does not know.
  case unknownAtTop = "unknown-at-top"
  /// Boxes of the movie with a size that cannot be, and zeros where one would stand, in boxes whose children browsers read.
  case sizesWrong = "sizes-wrong"
  /// Frames of a stream of MPEG audio that hold sound, a last one that is cut among them.
  case soundFrames = "sound-frames"
  /// Whether a file of sound has no sound that could be played: no chunk or frame of it, no format, no channels or
  /// no rate.
  case soundMissing = "sound-missing"
  /// By how much the sound of a file that is sound alone is shorter than the file says, in ms.
  case soundShort = "sound-short"
  /// Whether a file of RIFF says that its sound has 0 bytes, and sound follows.
  case soundUnsized = "sound-unsized"
  /// Samples that `stts` gives no time.
  case untimed
  /// Headers in the movie with a version that is not specified, and those of tracks and media with more bytes than it has.
  case versionUnknown = "version-unknown"
  /// The bits of each integer that the sound of a file of RIFF is made of; 0 for another coding.
  case wavBits = "wav-bits"
  /// Whether a file of RIFF has sound of a coding that Chromium does not play.
  case wavCoding = "wav-coding"
  /// Zeros in a sample entry where the size of a box would stand.
  case zerosInside = "zeros-inside"
  /// Samples that last 0 ticks.
  case zeroDurations = "zero-durations"
}
