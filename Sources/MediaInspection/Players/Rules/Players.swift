extension PlayerRules {
  /// Who files are judged for, and which codings each is known to play.
  static let players: StaticString = """
    player safari Safari
      listed video sound image
      plays avc1 mp4a.40.2 mp4a.40.5 mp4a.40.29 mp4a.40.23 mp4a.40.39 mp4a.40.42 alac fLaC hvc1 twos sowt lpcm
      plays in24 ac-3 ec-3
      plays image:hvc1 image:av01 file:mp3 file:aac file:wav file:aiff file:aifc
    player quicktime QuickTime
      listed video
      plays avc1 mp4a.40.2 mp4a.40.5 mp4a.40.29 mp4a.40.23 mp4a.40.39 mp4a.40.42 alac hvc1 apch apcn apcs apco
      plays ap4h ap4x sowt twos lpcm in24 in32 fl32 fl64
      plays ac-3 ec-3 jpeg ulaw alaw ima4 file:mp3 file:aac file:wav file:aiff file:aifc
    player itunes Music
      listed sound
      plays mp4a.40.2 mp4a.40.5 mp4a.40.29 alac avc1 hvc1 file:mp3 file:wav file:aiff file:aifc file:aac
    player ios Photos on iOS
      listed image
      plays image:hvc1 image:av01 image:jpeg avc1 hvc1 mp4a.40.2 mp4a.40.5 mp4a.40.29
    player chrome Chrome
      listed video sound image
      only avc1 avc3 vp09 vp08 av01 mp4a.40.1 mp4a.40.2 mp4a.40.3 mp4a.40.4 mp4a.40.5 mp4a.40.29 mp4a.66 mp4a.67
      only avc2 avc4 h264 dva1 dvav ai12
      only mp4a.68 mp4a.69 mp4a.6B mp4a.DD Opus msVo
      only fLaC .mp3 sowt twos in24 in32 fl32 alaw ulaw raw.sound image:av01 file:mp3 file:aac file:flac
      only file:wav file:wav-float file:wav-alaw file:wav-ulaw file:wav-mp3 ipcm fpcm
      untried raw fl64 lpcm iamf
    player edge Edge
      listed video sound image
      plays avc1 avc3 vp09 av01 mp4a.40.1 mp4a.40.2 mp4a.40.3 mp4a.40.4 mp4a.40.5 mp4a.40.29 mp4a.66 mp4a.67
      plays mp4a.68 mp4a.69 mp4a.6B Opus fLaC .mp3 image:av01 file:mp3 file:aac file:flac
      plays file:wav file:wav-float file:wav-alaw file:wav-ulaw file:wav-mp3
    player firefox Firefox
      listed video sound image
      only avc1 avc3 vp09 vp08 av01 mp4a.40.1 mp4a.40.2 mp4a.40.3 mp4a.40.4 mp4a.40.5 mp4a.40.29 mp4a.66 mp4a.67
      only mp4a.69 mp4a.6B Opus fLaC .mp3
      only image:av01 file:mp3 file:aac file:flac
      only file:wav file:wav-float file:wav-alaw file:wav-ulaw file:wav-mp3
    player android Android
      listed video sound image
      plays avc1 avc3 hvc1 hev1 vp09 mp4a.40.2 mp4a.40.5 mp4a.40.29 mp4a.40.39 mp4a.40.42 mp4a.67 mp4a.6B Opus
      plays fLaC .mp3 mp4v s263 samr sawb
      plays image:hvc1 image:av01 file:mp3 file:aac file:wav file:flac
    player windows Windows
      listed video sound image
      plays avc1 mp4a.40.2 mp4a.40.5 mp4a.40.29 mp4a.69 mp4a.6B .mp3 alac mp4v image:hvc1 file:mp3 file:wav file:aac
    player chrome-mse Chrome (MSE)
      listed fragments
      only avc1 avc3 vp09 av01 mp4a.40.1 mp4a.40.2 mp4a.40.3 mp4a.40.4 mp4a.40.5 mp4a.40.29
      only Opus fLaC iamf
    player firefox-mse Firefox (MSE)
      listed fragments
      only avc1 avc3 vp09 av01 mp4a.40.1 mp4a.40.2 mp4a.40.3 mp4a.40.4 mp4a.40.5 mp4a.40.29 mp4a.66 mp4a.67
      only Opus fLaC .mp3
    player mp3 players of MP3
      plays file:mp3
    player hls HLS for Apple devices
      about movie file:mp3 file:aac
    player dash DASH
      about movie
    player cmaf CMAF
      about movie
    player miaf MIAF
      about image
    player avif AVIF
      about image:av01 av01
    player broadcast broadcasters
      about movie
    player streaming progressive download
      about movie

    group all safari quicktime itunes chrome edge firefox android windows
    group browsers safari chrome edge firefox
    group apple safari quicktime itunes
    group mse chrome-mse firefox-mse
    group every safari quicktime itunes chrome edge firefox android windows chrome-mse firefox-mse
    """
}
