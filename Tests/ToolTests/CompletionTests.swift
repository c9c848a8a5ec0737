import ByteReading
import Corpus
import Foundation
import Testing

/// What TAB puts on the line: options, words, and what the program knows of the file there.
@Suite struct CompletionTests {
  /// Whether a shell is here; a test that needs one says that it was not.
  private static func has(_ shell: String) -> Bool {
    let isHere = ["/bin/", "/usr/bin/", "/usr/local/bin/"].contains {
      FileManager.default.isExecutableFile(atPath: $0 + shell)
    }
    if !isHere { print("skipped: \(shell) is not installed") }
    return isHere
  }

  @Test(arguments: [
    ("paths:moo", ["moov"]),
    ("paths:moov/trak[2]/mdia/m", ["moov/trak[2]/mdia/mdhd", "moov/trak[2]/mdia/minf"]),
    // What was typed stays as it is.
    ("paths:moov/trak[soun]/t", ["moov/trak[soun]/tkhd"]),
    ("paths:moov/mvhd.time", ["moov/mvhd.timescale"]),
    ("paths://mvhd.time", ["//mvhd.timescale"]), ("paths:moov//stsz.sample_s", ["moov//stsz.sample_size"]),
    // A handler says which, behind a name as much as behind its path.
    ("paths:moov/trak[v", ["moov/trak[vide]"]), ("paths://trak[s", ["//trak[soun]"]), ("paths:trak", ["trak[vide]", "trak[soun]"]),
    ("paths:moov/trak[", ["moov/trak[1]", "moov/trak[2]", "moov/trak[vide]", "moov/trak[soun]"]), ("paths:moov/trak[1][", []),
    ("paths://none.", []), ("paths://stsd", ["//stsd"]), ("paths:moov/udta//@t", ["moov/udta//@too"]),
    ("paths:moov/none/", []), ("paths:moov[", []), ("paths:'", []),
    ("tracks:", ["vide", "soun", "1", "2"]), ("types:std", ["stdp"]),
    ("columns:name,moo", ["name,moov"]), ("columns:-siz", ["-size"]),
    ("columns:name,tracks[0].codec", ["name,tracks[0].codec", "name,tracks[0].codecName", "name,tracks[0].codecs"]),
    ("columns:-location.fo", ["-location.found"]), ("columns:transf", []), ("columns:none.", []), ("columns:size.", []),
    ("rules:tkhd", []), ("players:chrome,edg", ["chrome,edge"]),
  ])
  func aProgramKnows(request: String, expected: [String]) throws {
    let run = try Run.atomdump("--complete=\(request)", "--", "-p", "no.mp4", "a.mp4", "b.mp4")
    #expect(run.code == 0)
    #expect(run.text.split(separator: "\n").map { String($0) } == expected, "\(run.errorText)")
  }

  @Test func whatIsAskedWronglyIsSaid() throws {
    let run = try Run.atomdump("--complete=moov")
    #expect(run.code == 2 && run.errorText.contains("use KIND:WORD"))
  }

  /// A pipe on the line is not waited for.
  @Test func onlyFilesAreLookedAt() throws {
    let scratch = try Scratch()
    let run = try Run.shell(
      "mkfifo p.mp4 && atomdump --complete=paths:moo -- p.mp4 . -", in: scratch.path)
    #expect(run.code == 0 && run.text.isEmpty && !run.tookTooLong)
  }

  /// Readline breaks words at `=`, `:` and `@`, and hands over a word in quotes with them; paths are full of
  /// both. What stands behind the cursor may be the file.
  @Test(arguments: [
    ("atomdump a.mp4 -p moov/mv|", ["moov/mvhd"]),
    ("atomdump -p moov/mv| a.mp4", ["moov/mvhd"]),
    ("atomdump a.mp4 -p 'moov/trak[2|", ["moov/trak[2]"]),
    (#"atomdump a.mp4 -p moov/trak\[2|"#, [#"moov/trak\[2\]"#]),
    ("atomdump a.mp4 -p trak[v|", [#"trak\[vide\]"#]), ("atomdump a.mp4 -p 'moov/trak[s|", ["moov/trak[soun]"]),
    ("atomdump a.mp4 -p //mvhd.time|", ["//mvhd.timescale"]),
    ("atomdump a.mp4 -p //url|", []), (#"atomdump a.mp4 -p //\'ur|"#, [#"//\'url\ \'"#]),
    ("atomdump a.mp4 -p 'moov/trak[1]/mdia/minf/dinf/dref/|", [#"moov/trak[1]/mdia/minf/dinf/dref/'\''url '\'"#]),
    // What a file names runs nothing, whatever it stands in.
    ("atomdump hostile.mp4 -p moov/udta/|", [#"moov/udta/\'\`id\`\'"#, #"moov/udta/\'\$\(\)\"\'"#, #"moov/udta/a\!b\!"#]),
    (#"atomdump hostile.mp4 -p "moov/udta/|"#, [#"moov/udta/'\`id\`'"#, #"moov/udta/'\$()\"'"#, #"moov/udta/a"\!"b"\!"""#]),
    ("atomdump hostile.mp4 -p 'moov/udta/|", [#"moov/udta/'\''`id`'\'"#, #"moov/udta/'\''$()"'\'"#, "moov/udta/a!b!"]),
    (#"atomdump hostile.mp4 -p 'moov/udta/'\''`|"#, [#"`id`'\'"#]),
    ("atomdump 'a film.mp4' --path=//md|", ["//mdat", "//mdia", "//mdhd"]),
    ("atomdump a.mp4 --path=//@t|", ["@too"]), ("atomdump a.mp4 --explain=hev1|", ["hev1", "hev1-inband-only"]),
    ("atomdump a.mp4 --table=name,dura|", ["name,duration", "name,durationSource", "name,durationClaims"]),
    ("atomdump --che|", ["--check"]), ("atomdump -x=d|", ["dump"]),
    ("atomdiff a.mp4 b.mp4 -I moov/mv|", ["moov/mvhd"]), ("id3dump track.mp3 -p ID3v2/TIT|", ["ID3v2/TIT2"]),
  ])
  func bashCompletes(line: String, expected: [String]) throws {
    guard Self.has("bash") else { return }
    let scratch = try Scratch()
    for name in ["a.mp4", "b.mp4", "track.mp3"] { try scratch.copy("mockups/\(name)", to: name) }
    try scratch.copy("mockups/a.mp4", to: "a film.mp4")
    let hostile = atoms {
      atom("ftyp") {
        code("isom")
        u32(0)
      }
      atom("moov") { atom("udta") { for type in ["`id`", "$()\"", "a!b!"] as [FourCC] { atom(type) { text("abc") } } } }
    }
    try scratch.write(hostile, to: "hostile.mp4")
    let tool = String(line.prefix { $0 != " " })
    let found = try Run.shell(
      """
      cat > ask.bash <<'ASK'
      source <(\(tool) --completions bash)
      line=$1
      COMP_LINE=${line/|/} before=${line%%|*}
      COMP_POINT=${#before}
      # As readline does: blanks, and the signs it breaks words at, but for an @, which begins one.
      COMP_WORDS=() word='' quote=''
      for ((i = 0; i < ${#before}; i++)); do
        c=${before:i:1}
        if [[ -n $quote ]]; then word+=$c; [[ $c != "$quote" ]] || quote=''
        elif [[ $c == [\\'\\"] ]]; then word+=$c quote=$c
        elif [[ $c == \\\\ ]]; then ((i++)); word+=$c${before:i:1}
        elif [[ $c == ' ' ]]; then COMP_WORDS+=("$word"); word=''
        elif [[ $c == [=:] ]]; then [[ -z $word ]] || COMP_WORDS+=("$word"); COMP_WORDS+=("$c"); word=''
        elif [[ $c == @ ]]; then [[ -z $word ]] || COMP_WORDS+=("$word"); word=$c
        else word+=$c; fi
      done
      [[ -z $word && ${COMP_WORDS[${#COMP_WORDS[@]}-1]} == = ]] || COMP_WORDS+=("$word")
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      _\(tool)
      printf '%s\\n' "${COMPREPLY[@]}"
      ASK
      bash ask.bash \(quoted(line))
      """, in: scratch.path)
    #expect(found.text.split(separator: "\n").map { String($0) } == expected, "\(found.errorText)")
  }

  @Test(arguments: ["bash", "zsh", "fish"], ["atomdump", "id3dump", "atomdiff"])
  func shellsReadThem(shell: String, tool: String) throws {
    guard Self.has(shell) else { return }
    let scratch = try Scratch()
    let run = try Run.shell(
      "\(tool) --completions \(shell) > completions && \(shell) -n completions", in: scratch.path)
    #expect(run.code == 0 && run.errorText.isEmpty, "\(run.errorText)")
  }

  /// fish says itself what it would offer.
  @Test(arguments: [
    ("atomdump a.mp4 -p moov/mv", "moov/mvhd"), ("atomdump a.mp4 --path=moov/trak[2]/t", "moov/trak[2]/tkhd"),
    ("atomdump a.mp4 -p trak[v", "trak[vide]"),
    ("atomdump --plays=chrome,edg", "chrome,edge"),
  ])
  func fishCompletes(line: String, expected: String) throws {
    guard Self.has("fish") else { return }
    let scratch = try Scratch()
    try scratch.copy("mockups/a.mp4", to: "a.mp4")
    let run = try Run.shell(
      "HOME=$PWD; export HOME; atomdump --completions fish > c.fish; fish --no-config -c 'source c.fish; complete -C \"\(line)\"'",
      in: scratch.path)
    let offered = run.lines.map { $0.split(separator: "\t").first.map { String($0) } ?? "" }
    #expect(offered.contains { $0 == expected || $0.hasSuffix("=" + expected) }, "\(run.text) \(run.errorText)")
  }

  /// Values that are attached with `=` are words of the program alone; behind the option a file may stand.
  @Test(arguments: ["--plot=", "--help=", "-x=", "--hex=", "--samples=", "--plays="])
  func fishOffersNoFilesAsValues(option: String) throws {
    guard Self.has("fish") else { return }
    let scratch = try Scratch()
    try scratch.copy("mockups/a.mp4", to: "a.mp4")
    let values = try Self.offered("atomdump \(option)", in: scratch.path)
    #expect(!values.contains { $0.hasSuffix("a.mp4") || $0.hasSuffix("c.fish") }, "\(values)")
    if option == "-x=" { #expect(values.contains("-x=dump"), "\(values)") }
    let files = try Self.offered("atomdump \(option.dropLast()) ", in: scratch.path)
    #expect(files.contains("a.mp4"), "\(files)")
  }

  /// What fish offers for a line.
  private static func offered(_ line: String, in folder: String) throws -> [String] {
    let run = try Run.shell(
      """
      HOME=$PWD; export HOME; atomdump --completions fish > c.fish
      fish --no-config -c 'source c.fish; complete -C "\(line)"'
      """, in: folder)
    return run.lines.map { $0.split(separator: "\t").first.map { String($0) } ?? "" }
  }
}
