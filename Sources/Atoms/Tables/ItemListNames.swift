import ByteReading
import MediaFacts
import Structure

/// What the items of an iTunes list are called and what their numbers stand for.
enum ItemListNames {
  static let titles: Names = .codes([
    "@nam": "Title", "@ART": "Artist", "aART": "Album artist", "@alb": "Album", "@grp": "Grouping",
    "grup": "Grouping", "@wrt": "Composer", "@cmt": "Comment", "@gen": "Genre", "gnre": "Genre",
    "@day": "Release date", "trkn": "Track number", "disk": "Disc number",
    "tmpo": "Beats per minute", "cpil": "Compilation", "covr": "Cover art", "cprt": "Copyright",
    "@cpy": "Copyright", "@too": "Encoder", "@enc": "Encoded by", "@lyr": "Lyrics",
    "@st3": "Track subtitle", "@con": "Conductor", "@sol": "Soloist", "@arg": "Arranger",
    "@ope": "Original artist", "@dir": "Director", "@ard": "Art director", "@aut": "Author",
    "@cak": "Acknowledgement", "@des": "Description", "@equ": "Equaliser preset",
    "@lnt": "Liner notes", "@mak": "Record company", "@phg": "Phonogram rights",
    "@prd": "Producer", "@prf": "Performer", "@pub": "Publisher", "@sne": "Sound engineer",
    "@src": "Credits", "@thx": "Thanks", "@url": "Online extras", "@xpd": "Executive producer",
    "akID": "Account kind", "apID": "Apple account", "atID": "Artist ID", "cnID": "Song ID",
    "geID": "Store genre ID", "plID": "Playlist ID", "rtng": "Content rating",
    "cmID": "Composer ID", "sfID": "Store front", "desc": "Short description",
    "ldes": "Long description", "sdes": "Store description", "dscp": "Description",
    "titl": "Title", "auth": "Author", "perf": "Performer", "albm": "Album", "yrrc": "Year",
    "keyw": "Keywords", "catg": "Category", "pcst": "Podcast", "purl": "Podcast feed URL",
    "egid": "Episode ID", "itnu": "iTunes U", "stik": "Media kind", "hdvd": "HD video",
    "pgap": "Gapless album", "shwm": "Show work and movement", "@wrk": "Work name",
    "@mvn": "Movement name", "@mvi": "Movement number", "@mvc": "Movement count",
    "@trk": "Track title", "@xyz": "Location", "@com": "Composer", "@nrt": "Narrator",
    "@mvd": "Movement detail", "rate": "Rating", "sonm": "Sort name", "soar": "Sort artist",
    "soal": "Sort album", "soaa": "Sort album artist", "soco": "Sort composer",
    "sosn": "Sort show", "tvsh": "TV show", "tven": "TV episode ID", "tvsn": "TV season",
    "tves": "TV episode number", "tvnn": "TV network", "purd": "Purchase date", "ownr": "Owner",
    "prID": "Product ID", "xid ": "Vendor ID", "flvr": "Download flavour",
    "rldt": "Audible release date", "CDEK": "Audible product ID", "CDET": "Audible content type",
    "VERS": "Audible version", "GUID": "Audible GUID", "AACR": "Audible ASIN",
    "gshh": "Google host header", "gspm": "Google ping message", "gspu": "Google ping URL",
    "gssd": "Google source data", "gsst": "Google start time", "gstd": "Google track duration",
    "tnal": "Thumbnail", "snal": "Preview", "----": "Freeform item", "@swr": "Software",
    "@inf": "Information", "@key": "Keywords", "@isr": "ISRC", "@mod": "Camera model",
  ])

  /// Well-known types of a value (QTFF, Well-known Types).
  static let valueTypes: Names = [
    0: "implicit", 1: "UTF-8", 2: "UTF-16", 3: "Shift JIS", 4: "UTF-8 for sorting",
    5: "UTF-16 for sorting", 6: "HTML", 7: "XML", 8: "UUID", 9: "ISRC", 10: "MI3P", 12: "GIF",
    13: "JPEG", 14: "PNG", 15: "URL", 16: "duration", 17: "date and time", 18: "genres",
    21: "signed integer", 22: "unsigned integer", 23: "32-bit float", 24: "64-bit float",
    25: "parental advisory", 26: "UPC", 27: "BMP", 28: "metadata atom", 65: "8-bit signed integer",
    66: "16-bit signed integer", 67: "32-bit signed integer", 70: "point", 71: "dimensions",
    72: "rectangle", 74: "64-bit signed integer", 75: "8-bit unsigned integer",
    76: "16-bit unsigned integer", 77: "32-bit unsigned integer", 78: "64-bit unsigned integer",
    79: "affine transform", 80: "perspective transform",
  ]

  static let yesOrNo: Names = [0: "no", 1: "yes"]

  static let mediaKinds: Names = [
    0: "movie (old)", 1: "music", 2: "audiobook", 5: "whacked bookmark", 6: "music video",
    9: "movie", 10: "TV show", 11: "booklet", 14: "ringtone", 21: "podcast", 23: "iTunes U",
  ]

  static let contentRatings: Names = [0: "none", 1: "explicit", 2: "clean", 4: "explicit (old)"]

  static let accountKinds: Names = [0: "iTunes", 1: "AOL"]

  static let definitions: Names = [0: "SD", 1: "720p", 2: "1080p", 3: "4K"]

  /// Genres of ID3v1, each number one higher than there.
  static let genres = GenreNames.id3v1.raised(by: 1)

  static let storeGenres: Names = [
    2: "Music / Blues", 3: "Music / Comedy", 4: "Music / Children's Music", 5: "Music / Classical",
    6: "Music / Country", 7: "Music / Electronic", 8: "Music / Holiday",
    10: "Music / Singer/Songwriter", 11: "Music / Jazz", 12: "Music / Latino",
    13: "Music / New Age", 14: "Music / Pop", 15: "Music / R&B/Soul", 16: "Music / Soundtrack",
    17: "Music / Dance", 18: "Music / Hip-Hop/Rap", 19: "Music / World", 20: "Music / Alternative",
    21: "Music / Rock", 22: "Music / Christian & Gospel", 23: "Music / Vocal",
    24: "Music / Reggae", 25: "Music / Easy Listening", 26: "Podcasts", 27: "Music / J-Pop",
    28: "Music / Enka", 29: "Music / Anime", 30: "Music / Kayokyoku", 31: "Music Videos",
    32: "TV Shows", 33: "Movies", 34: "Music", 36: "App Store", 37: "Tones", 38: "Books",
    50: "Music / Fitness & Workout", 52: "Music / Karaoke", 53: "Music / Instrumental",
    74: "Audiobooks / News", 75: "Audiobooks / Programs & Performances", 4000: "TV Shows / Comedy",
    4001: "TV Shows / Drama", 4002: "TV Shows / Animation", 4003: "TV Shows / Action & Adventure",
    4004: "TV Shows / Classics", 4005: "TV Shows / Kids & Family", 4006: "TV Shows / Nonfiction",
    4007: "TV Shows / Reality TV", 4008: "TV Shows / Sci-Fi & Fantasy", 4009: "TV Shows / Sports",
    4010: "TV Shows / Teens", 4011: "TV Shows / Latino TV", 4401: "Movies / Action & Adventure",
    4402: "Movies / Anime", 4403: "Movies / Classics", 4404: "Movies / Comedy",
    4405: "Movies / Documentary", 4406: "Movies / Drama", 4407: "Movies / Foreign",
    4408: "Movies / Horror", 4409: "Movies / Independent", 4410: "Movies / Kids & Family",
    4411: "Movies / Musicals", 4412: "Movies / Romance", 4413: "Movies / Sci-Fi & Fantasy",
    4414: "Movies / Short Films", 4415: "Movies / Special Interest", 4416: "Movies / Thriller",
    4417: "Movies / Sports", 4418: "Movies / Western", 4419: "Movies / Urban",
    4420: "Movies / Holiday", 4421: "Movies / Made for TV", 4422: "Movies / Concert Films",
    4423: "Movies / Music Documentaries", 4424: "Movies / Music Feature Films",
    4425: "Movies / Japanese Cinema", 4426: "Movies / Jidaigeki", 4427: "Movies / Tokusatsu",
    4428: "Movies / Korean Cinema", 4429: "Movies / Russian", 4430: "Movies / Turkish",
    4431: "Movies / Bollywood", 4432: "Movies / Regional Indian", 4433: "Movies / Middle Eastern",
    4434: "Movies / African",
  ]

  /// Countries of the store fronts (ISO 3166).
  static let storeFronts: Names = [
    143441: "US", 143442: "FR", 143443: "DE", 143444: "GB", 143445: "AT", 143446: "BE",
    143447: "FI", 143448: "GR", 143449: "IE", 143450: "IT", 143451: "LU", 143452: "NL",
    143453: "PT", 143454: "ES", 143455: "CA", 143456: "SE", 143457: "NO", 143458: "DK",
    143459: "CH", 143460: "AU", 143461: "NZ", 143462: "JP", 143463: "HK", 143464: "SG",
    143465: "CN", 143466: "KR", 143467: "IN", 143468: "MX", 143469: "RU", 143470: "TW",
    143471: "VN", 143472: "ZA", 143473: "MY", 143474: "PH", 143475: "TH", 143476: "ID",
    143477: "PK", 143478: "PL", 143479: "SA", 143480: "TR", 143481: "AE", 143482: "HU",
    143483: "CL", 143484: "NP", 143485: "PA", 143486: "LK", 143487: "RO", 143489: "CZ",
    143491: "IL", 143492: "UA", 143493: "KW", 143494: "HR", 143495: "CR", 143496: "SK",
    143497: "LB", 143498: "QA", 143499: "SI", 143501: "CO", 143502: "VE", 143503: "BR",
    143504: "GT", 143505: "AR", 143506: "SV", 143507: "PE", 143508: "DO", 143509: "EC",
    143510: "HN", 143511: "JM", 143512: "NI", 143513: "PY", 143514: "UY", 143515: "MO",
    143516: "EG", 143517: "KZ", 143518: "EE", 143519: "LV", 143520: "LT", 143521: "MT",
    143523: "MD", 143524: "AM", 143525: "BW", 143526: "BG", 143528: "JO", 143529: "KE",
    143530: "MK", 143531: "MG", 143532: "ML", 143533: "MU", 143534: "NE", 143535: "SN",
    143536: "TN", 143537: "UG", 143538: "AI", 143539: "BS", 143540: "AG", 143541: "BB",
    143542: "BM", 143543: "VG", 143544: "KY", 143545: "DM", 143546: "GD", 143547: "MS",
    143548: "KN", 143549: "LC", 143550: "VC", 143551: "TT", 143552: "TC", 143553: "GY",
    143554: "SR", 143555: "BZ", 143556: "BO", 143557: "CY", 143558: "IS", 143559: "BH",
    143560: "BN", 143561: "NG", 143562: "OM", 143563: "DZ", 143564: "AO", 143565: "BY",
    143566: "UZ", 143568: "AZ", 143571: "YE", 143572: "TZ", 143573: "GH", 143575: "AL",
    143576: "BJ", 143577: "BT", 143578: "BF", 143579: "KH", 143580: "CV", 143581: "TD",
    143582: "CG", 143583: "FJ", 143584: "GM", 143585: "GW", 143586: "KG", 143588: "LR",
    143589: "MW", 143590: "MR", 143591: "FM", 143592: "MN", 143593: "MZ", 143594: "NA",
    143595: "PW", 143597: "PG", 143598: "ST", 143599: "SC", 143600: "SL", 143601: "SB",
    143602: "SZ", 143603: "TJ", 143604: "TM", 143605: "ZW",
  ]
}
