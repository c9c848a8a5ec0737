extension PlayerRules {
  /// How pictures are coded.
  static let picture: StaticString = """
    rule hvcc-missing
      no every
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when hvcC absent
      says HEVC without 'hvcC': no decoder can be set up
      mend take the parameter sets of another file of the encoder
      source ISO/IEC 14496-15
    rule av1-vp9-configuration-missing
      no firefox firefox-mse
      depends safari ios android windows
      each /moov/trak/mdia/minf/stbl/stsd/* of av01
      when av1C absent
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of vp09
      when vpcC absent
      says no 'av1C' or 'vpcC': Firefox refuses the file, others go by the samples
      mend ffmpeg -i IN -c copy OUT
      source AV1 in ISO Base Media File Format; VP Codec ISO Media File Format Binding; measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule parameter-sets-missing
      also avcc-no-sets
      no every
      each /moov/trak
      when problem parameter-sets-missing
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of avc3
      when avcC.numOfSequenceParameterSets = 0
      when fact sets-in-samples = 0
      says not all parameter sets stand in the sample entry, or with 'avc3' in the first sync samples
      mend ffmpeg -i IN -c copy OUT, when they are in the samples
      source ISO/IEC 14496-15; measured
      seen Chromium 156 error 3; Firefox 153 no frame
    rule configuration-invalid
      no chrome edge
      depends safari quicktime itunes firefox android windows
      each /moov/trak/mdia/minf/stbl/stsd/*/* of dOps dfLa
      when problem fields-truncated stream-info-invalid opus-channels-invalid value-unexpected version-unknown
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of avcC
      when problem parameter-set-type value-unexpected
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of vpcC
      when problem fields-truncated
      when own.version = 1
      says the decoder configuration is damaged: strict players refuse it
      mend copy it from another file of the same encoder and settings
      source measured
      seen Chromium 156 error 3 or 4
    rule configuration-version
      no firefox firefox-mse chrome-mse
      each /moov/trak/mdia/minf/stbl/stsd/*/* of avcC
      when problem value-unexpected version-unknown
      when own.configurationVersion != 1
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of av1C
      when problem value-unexpected version-unknown
      when own.version != 1
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of dfLa
      when problem value-unexpected version-unknown
      when own.version != 0
      says the decoder configuration has a version that browsers do not read: Chromium not in MSE
      mend copy it from another file of the same encoder and settings
      source measured
      seen Chromium 156 append error; Firefox 153 error 3 or 4, MSE refused
    rule configuration-version-firefox
      no firefox firefox-mse
      each /moov/trak/mdia/minf/stbl/stsd/*/* of vpcC
      when problem value-unexpected version-unknown
      when own.version > 1
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of dOps
      when problem value-unexpected version-unknown
      when own.Version != 0
      says the decoder configuration has a version that Firefox does not read
      mend copy it from another file of the same encoder and settings
      source measured
      seen Chromium 156 plays 'vpcC', and 'dOps' in MSE alone; Firefox 153 error 4, MSE refused
    rule configuration-doubtful
      depends all
      each /moov/trak/mdia/minf/stbl/stsd/*/* of hvcC av1C
      when problem fields-truncated value-unexpected version-unknown
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of avcC
      when problem fields-truncated
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of vpcC
      when problem version-unknown
      or
      each /moov/trak/mdia/minf/stbl/stsd/*/* of vpcC
      when problem fields-truncated
      unless own.version = 1
      says the decoder configuration is damaged: whether a player minds depends on how much of it it reads
      mend copy it from another file of the same encoder and settings
      source measured
      seen Chromium 156 plays av1C with an OBU that is too long, and vpcC of version 0 or 254
    rule configuration-elsewhere
      no firefox
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*
      when fact configuration-misplaced
      or
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of s263
      when d263 exists
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of sevc ac-3
      when esds exists
      says a configuration that Firefox does not read in a sample entry of this name: it plays nothing of the file
      mend call H.264 'avc1', HEVC 'hvc1', MPEG-4 'mp4v' and AAC 'mp4a', where they are; code others anew
      source measured
      seen Chromium 156 plays such H.264; Firefox 153 error 4
    rule av1-monochrome
      no firefox
      each /moov/trak/mdia/minf/stbl/stsd/* of av01
      when av1C.monochrome = 1
      says AV1 without colours, which Firefox does not decode
      mend code it anew with -pix_fmt yuv420p
      source measured
      seen Chromium 156 plays; Firefox 153 error 3
    rule hev1
      no safari quicktime hls itunes
      each /moov/trak/mdia/minf/stbl/stsd/* of hev1 dvhe
      when hvcC.numOfArrays > 0
      says HEVC as 'hev1': Apple's players want 'hvc1'
      mend 'hvc1' there, or ffmpeg -i IN -c copy -tag:v hvc1 OUT; CODECS= as well
      source blakeblackshear/frigate#10105, video2x k4yt3x/video2x#1507; Apple HLS authoring specification
      since macOS 10.13, iOS 11, to date
      seen Chromium 156 not decidable; Firefox 153 plays
    rule hev1-inband-only
      no safari quicktime hls
      each /moov/trak/mdia/minf/stbl/stsd/* of hev1 dvhe
      when hvcC.numOfArrays = 0
      says HEVC with its parameter sets in the samples alone: another name does not help
      mend ffmpeg -i IN -c copy -tag:v hvc1 OUT, which moves them
      source ISO/IEC 14496-15; blakeblackshear/frigate#10105
    rule hvc1-inband-sets
      note cmaf hls
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1
      when hvcC.array_completeness = 1
      when fact sets-in-samples
      says parameter sets in the samples, though 'hvcC' is said to have all
      mend ffmpeg -bsf:v filter_units=remove_types=32-34
      source ISO/IEC 14496-15
    rule hevc-no-decoder
      depends chrome edge firefox android windows chrome-mse firefox-mse
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when fact is-movie
      says on a decoder for HEVC, which the machine has or has not
      mend offer H.264 beside it
      source Fyrd/caniuse#6657, StaZhu/enable-chromium-hevc-hardware-decoding
      since Chrome 107, Firefox 134
      seen Chromium 156 error 4 without hardware; Firefox 153 plays by the system's FFmpeg
    rule dolby-vision-no-decoder
      depends chrome edge android windows chrome-mse
      each /moov/trak/mdia/minf/stbl/stsd/* of dvh1 dvhe
      when fact is-movie
      says on a decoder for Dolby Vision on HEVC, which the machine has or has not
      mend call it 'hvc1' where its base is one that others show, and offer H.264 beside it
      source StaZhu/enable-chromium-hevc-hardware-decoding; measured
      seen Chromium 156 error 4 without hardware; Firefox 153 error 4
    rule hevc-422-444-12
      no safari quicktime android windows
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when hvcC.general_profile_idc = 4
      when hvcC.chroma_format_idc > 1
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when hvcC.general_profile_idc = 4
      when hvcC.bit_depth_luma_minus8 > 2
      says HEVC beyond Main 10, which most decoders do not have
      mend code it anew with -pix_fmt yuv420p10le -tag:v hvc1
      source Apple HLS authoring specification
    rule hevc-profile-level-hls
      loss hls
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when hvcC.general_profile_idc > 2
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when hvcC.general_level_idc > 153
      says HEVC above Main 10 or level 5.1 (rule 1.6b)
      mend code it anew
      source Apple HLS authoring specification
    rule av1-no-config
      no firefox chrome-mse firefox-mse
      each /moov/trak/mdia/minf/stbl/stsd/av01/av1C
      when fact payload-bytes < 4
      says 'av1C' without a sequence header: it was written before the first frame
      mend add delay_moov to -movflags
      source measured
      seen Chromium 156 plays, MSE refused; Firefox 153 error 4, MSE refused
    rule av1-apple
      depends safari quicktime itunes
      each /moov/trak/mdia/minf/stbl/stsd/* of av01
      when fact is-movie
      says on a hardware decoder for AV1: A17 Pro, M3 and later
      mend offer HEVC or H.264 beside it
      source Fyrd/caniuse#6882, jellyfin/jellyfin-web#5239, rerun-io/rerun#12717
      since Safari 17.0
    rule avc-interlaced
      loss hls chrome edge firefox
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of avc1 avc2 avc3 avc4 hvc1 hev1
      when fiel.fields = 2
      says interlaced: browsers show the combs
      mend -vf bwdif
      source Apple HLS authoring specification
      seen Chromium 156 plays with combs; Firefox 153 plays
    rule av1-level-hls
      loss hls
      each /moov/trak/mdia/minf/stbl/stsd/av01/av1C
      when own.seq_level_idx_0 > 18
      unless own.seq_level_idx_0 = 31
      says AV1 above level 6.2 (rule 1.37)
      mend code it anew
      source Apple HLS authoring specification
    rule vp9-mp4
      lost quicktime itunes
      depends safari
      each /moov/trak/mdia/minf/stbl/stsd/* of vp09
      when fact is-movie
      says VP9: QuickTime does not play it, Safari on recent systems
      mend code it anew as H.264 or HEVC
      source chromium media/base/mime_util_internal.cc; measured
      since Safari 14, partly
      seen Chromium 156 plays; Firefox 153 plays
    rule mv-hevc
      note android hls
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1
      when lhvC exists
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1
      when vexu exists
      says stereo video: shown flat where 'lhvC' is passed over
      mend 'lhvC' behind 'hvcC', both eyes in 'stri', not reversed
      source androidx/media BoxParser.java; Apple HLS authoring specification
    rule colr-two
      note firefox chrome windows
      each /moov/trak/mdia/minf/stbl/stsd/*
      when fact colours-of-a-kind > 1
      or
      each /meta
      unless fact primary-av1
      when fact colours-of-a-kind > 1
      says two 'colr' of one kind: which one counts differs
      mend keep one of each kind
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; AOMediaCodec/libavif#2918
      seen Chromium 156 plays; Firefox 153 plays
    rule matrix-mvhd
      loss firefox
      each /moov
      when fact matrix = 1
      says rotated by 'mvhd', which Firefox does not do
      mend write it in 'tkhd'
      source measured
      seen Chromium 156 turned; Firefox 153 not
    section each sample entry of H.264
      each /moov/trak/mdia/minf/stbl/stsd/* of avc1 avc3
    rule avcc-missing
      lost firefox firefox-mse
      no every
      when avcC absent
      says H.264 without 'avcC': no decoder can be set up
      mend take the parameter sets of another file of the encoder
      source ISO/IEC 14496-15; measured
      seen Chromium 156 error 3; Firefox 153 sound alone, error 4 without any
    rule avc-444
      no safari quicktime android windows itunes firefox-mse
      when avcC.AVCProfileIndication = 244
      or
      when avcC.chroma_format_idc = 3
      says H.264 4:4:4, which decoders of devices do not have
      mend code it anew with -pix_fmt yuv420p
      source munich-quantum-toolkit/naviz#71, matplotlib/matplotlib#5345
      seen Chromium 156 plays, MSE too; Firefox 153 plays, MSE refused
    rule avc-422
      no safari quicktime android windows firefox-mse
      when avcC.AVCProfileIndication = 122
      says H.264 High 4:2:2, which decoders of devices do not have
      mend code it anew with -pix_fmt yuv420p
      source munich-quantum-toolkit/naviz#71
      seen Chromium 156 plays, MSE too; Firefox 153 plays, MSE refused
    rule avc-high10
      no safari quicktime android windows firefox-mse
      when avcC.AVCProfileIndication = 110
      says H.264 of 10 bits, which few decoders of devices have
      mend code it anew with -pix_fmt yuv420p
      source jellyfin/jellyfin-web#5901, kaltura/nginx-vod-module#1333
      since in HLS from iOS 12 and macOS 14.6 with newer hardware
      seen Chromium 156 plays, MSE too; Firefox 153 plays, MSE refused
    rule avc-set-beyond-high
      no safari quicktime android windows
      depends firefox-mse
      when avcC.profile_idc in 110 122 244
      unless avcC.AVCProfileIndication in 110 122 244
      unless avcC.chroma_format_idc = 3
      says H.264 beyond High by its parameter set, whatever 'avcC' says: few decoders of devices have it
      mend code it anew with -pix_fmt yuv420p
      source ISO/IEC 14496-15; munich-quantum-toolkit/naviz#71, jellyfin/jellyfin-web#5901
    rule avc-level-high
      loss hls safari android
      when avcC.AVCLevelIndication > 52
      says H.264 above level 5.2
      mend smaller pictures, or the level that the stream has
      source Apple HLS authoring specification
      seen Chromium 156 plays; Firefox 153 plays
    rule fields-allowed
      depends hls chrome edge firefox
      when avcC.frame_mbs_only_flag = 0
      unless fiel.fields = 2
      says the parameter set allows fields: where pictures are interlaced, browsers show the combs
      mend -vf bwdif, if they are
      source Apple HLS authoring specification
    section each track of pictures
      each /moov/trak[vide]
    rule unit-start-code
      lost firefox firefox-mse
      note safari quicktime chrome edge android windows
      when problem unit-start-code
      says a start code of a byte stream stands inside a unit of H.264: some go on behind it, others show no picture
      mend ffmpeg -i IN -c copy -bsf:v h264_metadata OUT
      source ISO/IEC 14496-10; measured
      seen Chromium 156 plays, MSE too; Firefox 153 no picture, nothing buffered by MSE
    rule first-entry-unused
      lost chrome edge
      when fact first-entry-unused
      says no sample leads to the first sample entry, which is of another type: Chromium takes the pictures for what it says
      mend write the file again without it
      source measured
      seen Chromium 156 no picture
    rule seek-not-idr
      loss chrome edge chrome-mse
      note hls
      when fact sync-not-idr = 1
      says sync samples of H.264 that are no IDR pictures, beside B pictures: Chromium stops where somebody seeks to one
      mend code it anew with closed groups (-x264opts open-gop=0), or mark them as no sync samples
      source measured
      seen Chromium 156 plays from the start; error 3 after a seek
    rule matrix-rotate
      note all
      when fact matrix = 1
      says rotated by 'tkhd': players turn it, editors may not
      mend code it anew, or write the matrix that changes nothing
      source measured
      seen Chromium 156 turned; Firefox 153 turned
    rule matrix-flip
      loss firefox
      when fact matrix = 2
      says mirrored by 'tkhd', which Firefox does not do
      mend -vf hflip
      source measured
      seen Chromium 156 mirrored; Firefox 153 not
    rule matrix-odd
      note all
      when fact matrix = 3
      says a matrix that is no rotation and no mirror: browsers pass it over
      mend write the one that changes nothing
      source measured
      seen Chromium 156 passed over; Firefox 153 too
    rule tkhd-aspect
      loss chrome-mse
      when fact header-aspect
      says 'tkhd' has another shape than the picture, and Chromium takes it in MSE alone
      mend write 'pasp' too
      source measured
      seen Chromium 156 320×180, MSE 640×180; Firefox 153 320×180 in both
    section each track
      each /moov/trak
    rule unit-empty
      no chrome-mse
      depends every
      when problem unit-empty
      says a sample holds an empty unit, a length of 0: FFmpeg loses its picture, Chromium refuses it in MSE
      mend write the sample again without it
      source ISO/IEC 14496-15; chromium media/formats/mp4/avc.cc; measured
      seen FFmpeg 5.1 gives the sample up: one picture less
    rule avcc-length-size
      no every
      when fact units = 3
      says 'avcC' gives lengths another size than samples have
      mend write the size with which the lengths add up
      source ISO/IEC 14496-15; measured
      seen Chromium 156 error 3; Firefox 153 error 3
    rule sample-entry-unused
      note all
      when fact entries-unused
      says sample entries that no sample leads to: they were not judged
      mend write the file again without them
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays beside a damaged configuration that no sample leads to
    rule entries-differ
      no firefox
      when fact entries-differ
      says sample entries of different codings in one track: Firefox plays nothing of the file, whether samples lead to them or not
      mend write the file again with a track for each
      source measured
      seen Chromium 156 plays what is coded as the first one says; Firefox 153 error 4
    section each sample entry
      each /moov/trak/mdia/minf/stbl/stsd/*
    rule avcc-twice
      no firefox android firefox-mse
      when fact configurations > 1
      says two configurations of one kind in a sample entry
      mend delete one
      source androidx/media BoxParser.java; measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule avcc-profile-level-lie
      note every
      when problem profile-differs level-differs
      says the configuration has another profile or level than the parameter set: codec strings come out wrong
      mend copy both from the parameter set
      source ISO/IEC 14496-15; measured ('profile-differs' and 'level-differs' of --check)
      seen Chromium 156 plays; Firefox 153 plays
    rule dolby-vision-5
      depends all
      when dvcC.dv_profile = 5
      or
      when dvvC.dv_profile = 5
      says on Dolby Vision: profile 5 has no other base, and without it is green and purple
      mend none without coding anew; for Apple the entry is 'dvh1'
      source quietvoid/dovi_tool#49, superuser404notfound/AetherEngine#4
    rule dolby-vision-7
      loss safari quicktime android
      when dvcC.dv_profile = 7
      says Dolby Vision of two layers: the second is left out at best
      mend convert to profile 8.1 (dovi_tool)
      source quietvoid/dovi_tool#49
    rule dolby-vision-8
      note safari quicktime hls
      when dvvC.dv_profile = 8
      or
      when dvcC.dv_profile = 8
      says Dolby Vision 8: played everywhere as its base, best with the entry 'hvc1'
      mend -tag:v hvc1, and keep 'dvvC'
      source DolbyLaboratories/dlb_mp4base#21, quietvoid/dovi_tool#49
    rule picture-size-differs
      also stsd-size-wrong
      loss chrome edge
      when problem picture-size-differs
      unless pasp exists
      when fact shape-differs
      or
      when problem picture-size-differs
      when own.width > 32767
      or
      when problem picture-size-differs
      when own.height > 32767
      says the sample entry has another size than the parameter set: Chromium scales to its shape, and shows none with a side of more than 32,767 pixels
      mend write the size of the parameter set
      source measured
      seen Chromium 156 that of the entry, and that of the stream where the shape is the same or 'pasp' says that of pixels; Firefox 153 that of the stream
    rule hdr10-metadata
      note hls
      when colr.transfer_characteristics = 16
      when fact mastering = 0
      says PQ without the display that it was made on: players guess its peak
      mend x265 --master-display --max-cll
      source Apple HLS authoring specification
    section each sample entry of pictures
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*
    rule stsd-size-zero
      no chrome-mse
      lost chrome edge
      when own.width = 0
      or
      when own.height = 0
      says a picture of no size
      mend write the cropped size of the parameter set
      source measured
      seen Chromium 156 error 4; Firefox 153 plays
    rule odd-dimensions
      note safari quicktime android windows
      when fact odd-size
      says an odd width or height: some hardware shows a green line
      mend -vf scale=trunc(iw/2)*2:trunc(ih/2)*2
      source common practice
      seen Chromium 156 plays; Firefox 153 plays
    rule colour-missing
      also colr-missing
      loss cmaf hls
      note quicktime
      when own.width >= 1280
      when fact colours-unsaid
      says HD of which neither 'colr' nor the stream says the colours: players guess them
      mend -color_primaries -color_trc -colorspace with -movflags +write_colr
      source DASH-IF conformance, CMAF; common practice
    rule pasp
      loss firefox
      when fact pixels-square = 0
      unless avcC.aspect_ratio_idc > 1
      says pixels that are not square, which Firefox takes from the stream alone
      mend write it in the stream too (H.264: -bsf:v h264_metadata=sample_aspect_ratio=…; MPEG-2: -bsf:v mpeg2_metadata=display_aspect_ratio=…)
      source measured
      seen Chromium 156 640×180; Firefox 153 320×180
    rule clap
      note chrome edge firefox
      when fact crops
      says 'clap' crops, which browsers do not do and Apple does
      mend crop the picture itself
      source measured
      seen Chromium 156 passed over; Firefox 153 too
    """
}
