extension PlayerRules {
  /// How sound is coded.
  static let sound: StaticString = """
    rule object-type-differs
      also esds-wrong-codec
      no every
      each /moov/trak[soun]
      when fact mpeg-layer = 0
      says 'esds' says MPEG audio and the samples are something else: all playing stops, not the sound alone
      mend write 0x40 with an AudioSpecificConfig
      source measured
      seen Chromium 156 error 3; Firefox 153 error 3
    rule ac3-eac3-web
      lost chrome firefox firefox-mse
      no chrome-mse
      depends edge android windows
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of ac-3 ec-3
      when fact is-movie
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when //esds.objectTypeIndication in 0xA5 0xA6
      says Dolby sound, for which the browser has no decoder
      mend add AAC: ffmpeg -i IN -c:v copy -c:a aac OUT
      source videojs/video.js#7206, shaka-project/shaka-packager#821; measured
      seen Chromium 156 silent, alone error 4, MSE refused; Firefox 153 the same
    rule dts-truehd
      lost every
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of dtsc dtsh dtsl dtse dtsx mlpa
      when fact is-movie
      says DTS or TrueHD: home cinema alone plays it
      mend code it anew as AAC or E-AC-3
      source Stremio/stremio-video#148; measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule alac-web
      lost chrome edge firefox firefox-mse
      no chrome-mse
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of alac
      when fact is-movie
      says Apple Lossless, which browsers but Safari do not play
      mend -c:a flac, or aac
      source measured
      seen Chromium 156 error 4, silent with video, MSE refused; Firefox 153 the same
    rule opus-mp4-apple
      lost quicktime itunes
      depends safari
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of Opus
      when fact is-movie
      says Opus in MP4, which Apple's players do not play and Safari does from 17
      mend -c:a aac
      source Fyrd/caniuse#6805, jellyfin/jellyfin-web#2471
      since Safari 17, iOS 17
      seen Chromium 156 plays, MSE too; Firefox 153 the same
    rule flac-mp4-apple
      lost itunes
      depends quicktime windows
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fLaC
      when fact is-movie
      says FLAC in MP4, which older systems do not list
      mend -c:a alac
      source Apple HLS authoring specification; common practice
      seen Chromium 156 plays, MSE too; Firefox 153 the same
    rule mp3-in-mp4
      no chrome-mse
      note firefox-mse
      each /moov/trak[soun]
      when fact mpeg-layer = 3
      says MP3 in MP4: played as a file, in MSE by one name or not at all
      mend -c:a aac
      source measured
      seen Chromium 156 plays, MSE refused; Firefox 153 plays, MSE as mp3 alone
    rule pcm-mov
      lost firefox
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of sowt twos lpcm in24 in32 fl32 fl64 alaw ulaw
      when fact is-movie
      says plain samples, which Firefox does not play
      mend -c:a aac
      source measured
      seen Chromium 156 plays sowt, twos, alaw; Firefox 153 silent, alone error 4
    rule pcm-chromium
      lost chrome edge
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fl32 in32 fl64
      unless //enda.littleEndian = 1
      when fact is-movie
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fl64
      when fact is-movie
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of sowt
      when own.samplesize = 8
      when fact is-movie
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of ipcm fpcm
      when fact is-movie
      when pcmC absent
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of ipcm fpcm
      when fact is-movie
      when pcmC.PCM_sample_size = 32
      when pcmC.format_flags = 0
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fpcm
      when fact is-movie
      when pcmC.PCM_sample_size = 64
      says plain samples of a kind that Chromium does not have: big-endian ones of 32 bits, doubles, 8 bits as 'sowt', and 'ipcm' without 'pcmC'
      mend -c:a pcm_s16le, or aac
      source measured
      seen Chromium 156 error 4, silent beside pictures; plays fl32, in32, ipcm and fpcm of 32 bits that are little-endian
    rule pcm-bits-chromium
      no chrome edge
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of ipcm
      when fact is-movie
      when pcmC.PCM_sample_size exists
      unless pcmC.PCM_sample_size in 16 24 32
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fpcm
      when fact is-movie
      when pcmC.PCM_sample_size exists
      unless pcmC.PCM_sample_size in 32 64
      says 'pcmC' has a number of bits that Chromium does not know: it plays nothing of the file
      mend -c:a pcm_s16le, or aac
      source measured
      seen Chromium 156 error 4 with 8 and 20 bits, and floats of 16, pictures and all
    section files of sound
      unless fact is-movie
    rule sound-missing
      no all
      when fact sound-missing
      says no sound that could be played: no chunk or frame of it, or no channels, rate or coding
      mend none
      source measured
      seen Chromium 156 error 4
    rule sound-cut
      loss all mp3
      each /*/* of data SSND
      when problem chunk-exceeds-parent
      or
      when problem sound-frames-cut
      or
      when fact sound-short > 100
      says sound is cut off, or is shorter than the file says: players end early, of MP3 before the length that they show
      mend fetch the rest; what is there is kept by ffmpeg -i IN -c copy OUT
      source Microsoft, Multimedia Programming Interface; gabriel.mp3-tech.org, Xing header; measured
      seen Chromium 156 and Firefox 153 end at the cut without an error; of MP3 Chromium fails where somebody seeks behind it
    rule sound-one-frame
      no chrome edge
      depends firefox
      when fact sound-frames = 1
      says a single frame: too little for Chromium to know MP3 or AAC by
      mend add a frame of silence
      source measured
      seen Chromium 156 error 4, plays two; Firefox 153 error 4, or plays it behind a Xing frame
    rule sound-two-frames
      depends firefox
      when fact sound-frames = 2
      unless fact adts
      says two frames of MP3: Firefox knows them at the end of a file, and not in front of a tag
      mend add a frame of silence
      source measured
      seen Chromium 156 plays; Firefox 153 error 4 with ID3v1 behind them
    rule wav-unsized
      no firefox
      depends safari itunes android windows
      when fact sound-unsized
      says 'data' says 0 bytes, and sound follows: players around FFmpeg play it up to the end
      mend ffmpeg -i IN -c copy OUT.wav
      source libavformat/wavdec.c; measured
      seen Chromium 156 plays all of it; Firefox 153 error 4
    rule wav-firefox
      no firefox
      when problem format-behind-sound
      or
      when fact wav-bits > 8
      when fact wav-bits != 16
      when fact wav-bits != 24
      when fact wav-bits != 32
      says 'fmt ' behind 'data', or samples that do not fill their bytes, neither of which Firefox plays
      mend ffmpeg -i IN -c:a pcm_s24le OUT.wav
      source measured
      seen Chromium 156 plays; Firefox 153 error 4, of 12 and 20 bits error 3
    rule wav-range
      no chrome edge
      each /RIFF/'fmt\\x20'
      when own.nSamplesPerSec < 3000
      or
      each /RIFF/'fmt\\x20'
      when own.nSamplesPerSec > 768000
      or
      each /RIFF/'fmt\\x20'
      when own.nChannels > 8
      says WAV of fewer than 3,000 or more than 768,000 samples a second, or of more than 8 channels: Chromium plays none of it
      mend ffmpeg -i IN -ar 48000 -ac 2 OUT.wav
      source chromium media/base/limits.h; measured
      seen Chromium 156 error 4 at 2,999 and 768,001 Hz, error 3 of 9 channels; plays 3,000 and 768,000 Hz, and 8 channels
    rule wav-list-short
      no chrome edge
      each /*/LIST
      when fact payload-bytes < 4
      unless problem chunk-exceeds-parent
      or
      each /LIST
      when fact payload-bytes < 4
      unless problem chunk-exceeds-parent
      says a 'LIST' that has no room for its type: Chromium reads nothing of the file, wherever it stands
      mend delete the chunk, or make it 'JUNK'
      source libavformat/wavdec.c; measured
      seen Chromium 156 error 4 with 0, 2 and 3 bytes, before 'data' and behind it; plays with 4
    rule adts-cut
      loss chrome edge
      when problem audio-frame-cut
      when fact adts
      says the last frame of AAC is cut: Chromium stops with an error before it
      mend ffmpeg -i IN -c copy OUT.aac
      source measured
      seen Chromium 156 error 3 at 1.76 of 2.01 s; Firefox 153 plays
    rule adts-behind-tag
      no firefox
      when fact adts
      when fact tag-version
      says an ID3v2 tag in front of AAC, which Firefox does not pass over
      mend cut the tag off, or ffmpeg -i IN -c copy OUT.m4a
      source measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule chunks-behind-tag
      no firefox
      depends safari itunes android windows
      when /RIFF exists
      unless /RIFF/'fmt\\x20'.wFormatTag = 0x55
      when fact tag-version
      or
      when /RF64 exists
      when fact tag-version
      or
      when /BW64 exists
      when fact tag-version
      or
      when /FORM exists
      when fact tag-version
      says an ID3v2 tag in front of WAV or AIFF, where it has no place: Firefox does not pass it over
      mend cut the tag off, or ffmpeg -i IN -c copy OUT.wav
      source measured
      seen Chromium 156 plays WAV; Firefox 153 error 4, plays MP3 in WAV
    rule chunks-tag-long
      no chrome edge
      when /RIFF exists
      when fact tag-bytes > 1048543
      or
      when /RF64 exists
      when fact tag-bytes > 1048543
      or
      when /BW64 exists
      when fact tag-bytes > 1048543
      says so long a tag in front of WAV that Chromium does not come to what is behind it: its limit is 1 MiB
      mend cut the tag off, or ffmpeg -i IN -c copy OUT.wav
      source libavformat/format.c; measured
      seen Chromium 156 error 4 behind 1,048,544 bytes of tag; plays behind 1,048,540, and behind two tags of 500,000
    rule wav-rf64
      no firefox
      depends safari itunes android windows
      when /RF64 exists
      or
      when /BW64 exists
      says RIFF of 64 bits: Firefox takes RIFF alone for WAV, and of others it depends on their version
      mend write RIFF, which has room for 4 GiB
      source EBU Tech 3306; mozilla/gecko-dev dom/media/wave/WaveDemuxer.cpp; measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule aiff
      no chrome edge firefox
      when /FORM exists
      says AIFF, which neither Chromium nor Firefox plays
      mend ffmpeg -i IN OUT.wav, or OUT.flac
      source measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule mp2-file
      no chrome edge firefox
      when fact sound-layer < 3
      says MPEG audio of layer 1 or 2: in files of its own browsers know layer 3 alone
      mend ffmpeg -i IN OUT.mp3
      source measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule wav-coding
      no chrome edge
      when fact wav-coding
      says WAV of another coding than integers of 8 to 32 bits, 32-bit float, A-law, mu-law and MP3
      mend -c:a pcm_s16le
      source measured
      seen Chromium 156 error 4; AAC error 3
    rule wav-coding-firefox
      no firefox
      when fact wav-coding
      unless /*/'fmt\\x20'.wFormatTag in 3 65534
      says WAV of another coding than integers of 8 to 32 bits, floats, A-law, mu-law and MP3
      mend -c:a pcm_s16le
      source measured
      seen Firefox 153 error 4 of AC-3, FLAC, WMA, GSM, G.726 and three kinds of ADPCM; AAC and integers of 64 bits error 3; plays 64-bit float
    section
    rule mp2-mp4
      depends safari
      each /moov/trak[soun]
      when fact mpeg-layer = 2
      says layer 2 under the name of MP3, which not all players take for it
      mend -c:a aac
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule mp2-rate
      no chrome edge
      each /moov/trak[soun]
      when fact layer-rate-refused
      says layer 2 at a bit rate that is not for its channels, as 384 kbit/s for one: Chromium stops at it, picture and all
      mend -c:a aac
      source ISO/IEC 11172-3 §2.4.2.3; measured
      seen Chromium 156 error 3 of one channel from 224 kbit/s on, of two at 32, 56 and 80; plays others; Firefox 153 plays
    rule flac-configuration-missing
      lost chrome edge firefox
      depends safari android
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fLaC
      when dfLa absent
      says 'fLaC' without 'dfLa': no decoder can be set up
      mend write the STREAMINFO of the stream into it
      source Encapsulation of FLAC in ISO Base Media File Format; measured
      seen Chromium 156 error 4 alone, silent beside video; Firefox 153 silent
    rule opus-configuration-missing
      lost firefox
      depends chrome edge android
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of Opus
      when dOps absent
      says 'Opus' without 'dOps': Firefox plays no sound, Chromium guesses, which may go wrong
      mend write it from channels and pre-skip
      source Encapsulation of Opus in ISO Base Media File Format; measured
      seen Chromium 156 plays, or error 3; Firefox 153 silent
    rule sound-entry-version
      lost firefox firefox-mse
      each /moov/trak[soun]/mdia/minf/stbl/stsd/*
      when fact entry-version > 2
      says a sample entry of a version that nobody wrote down: Firefox passes the track over
      mend write 0, or what fits its fields
      source measured
      seen Chromium 156 plays; Firefox 153 picture alone
    rule sound-entry-quicktime
      no chrome-mse
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when own.samples_per_packet exists
      when fact fragmented
      says a sample entry of QuickTime, with fields behind those of MP4: Chromium reads these as boxes and refuses the segment
      mend ffmpeg -i IN -c copy -movflags +frag_keyframe+empty_moov+default_base_moof OUT.mp4
      source measured
      seen Chromium 156 append error; Firefox 153 plays
    rule stream-info-differs
      depends all
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of fLaC
      when problem channel-count-differs sampling-rate-differs
      says STREAMINFO has other channels or another rate than the sample entry: where it is wrong, decoding stops
      mend copy STREAMINFO from the stream that was put into this file
      source measured
      seen Chromium 156 error 3 or 4 where STREAMINFO is wrong
    section each sample entry of MPEG-4 sound
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
    rule vorbis-mp4
      lost firefox safari
      when //esds.objectTypeIndication = 0xDD
      says Vorbis in MP4, which players around FFmpeg alone play
      mend -c:a aac
      source measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule esds-missing
      lost firefox firefox-mse safari
      no chrome-mse
      depends chrome edge
      when //esds absent
      or
      when //esds.objectTypeIndication = 0
      or
      when //esds exists
      unless //esds.objectTypeIndication exists
      says 'mp4a' without a word on the coding: Firefox plays no sound, others guess AAC, which goes wrong with more than two channels
      mend rebuild 'esds' from rate and channels
      source measured
      seen Chromium 156 plays stereo, 5.1 error 3, MSE refused; Firefox 153 silent
    rule aac-configuration-missing
      lost firefox firefox-mse
      no chrome-mse
      when //esds.objectTypeIndication = 64
      unless //esds.audioObjectType exists
      says 'esds' without an AudioSpecificConfig: Firefox plays no sound, Chromium takes rate and channels of 'mp4a'
      mend rebuild it from rate and channels
      source measured
      seen Chromium 156 plays, MSE refused; Firefox 153 silent
    rule aac-channels-reserved
      lost chrome edge firefox firefox-mse
      no chrome-mse
      when //esds.channelConfiguration in 8 9 10
      or
      when //esds.samplingFrequencyIndex in 13 14
      says the AudioSpecificConfig has a number of channels or a rate that is reserved
      mend copy it from another file of the same encoder and settings
      source ISO/IEC 14496-3 §1.6.3; measured
      seen Chromium 156 silent, MSE refused; Firefox 153 silent
    rule aac-channels-refused
      no chrome edge chrome-mse
      lost firefox firefox-mse
      when //esds.channelConfiguration in 13 15
      says the AudioSpecificConfig has channels that browsers do not decode
      mend code it anew, in stereo or 5.1
      source measured
      seen Chromium 156 error 3 or 4, MSE refused; Firefox 153 silent
    rule aac-channels-height
      no firefox chrome-mse firefox-mse
      when //esds.channelConfiguration = 14
      says AAC with channels above the listener, which Firefox does not decode
      mend code it anew, in stereo or 5.1
      source measured
      seen Chromium 156 plays, MSE refused; Firefox 153 error 3
    rule audio-entry-fields
      note every
      when own.channelcount = 0
      or
      when own.samplerate = 0
      or
      when own.samplesize = 0
      or
      when problem channel-count-differs sampling-rate-differs
      says channels, bits or rate of the sample entry are not those of its configuration, which counts
      mend write the channels, 16 bits, and the rate
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule heaac-implicit
      loss hls dash firefox
      when fact rate-doubled
      says HE-AAC that only the sample entry's rate gives away: half the rate in some players
      mend say it in the configuration (AOT 5; MP4Box -sbr)
      source gpac/gpac#121, mozilla/mp4parse-rust#168, Dash-Industry-Forum/DASH-IF-IOP#50
    rule aac-kind-firefox
      no firefox
      when //esds.audioObjectType in 6 23
      says AAC Scalable, or Low Delay with error resilience: Firefox stops at it, picture and all
      mend -c:a aac
      source measured
      seen Chromium 156 plays the pictures alone; Firefox 153 error 3
    rule heaac-hierarchical
      note firefox
      when //esds.audioObjectType in 5 29
      says HE-AAC said first (AOT 5 or 29): old Firefox read it wrong
      mend MP4Box -sbr writes the form that all read
      source mozilla/mp4parse-rust#168
    rule edit-list-aac-priming
      note chrome edge safari itunes
      when fact priming-unsaid
      says AAC whose priming nothing takes off: sound 21 to 44 ms late in Chrome
      mend write an edit list from the priming on, or iTunSMPB
      source Vanilagy/mediabunny#444
    """
}
