extension PageShell {
  /// The style of the page. It stands here, and in no file that the build embeds: of that an array of numbers would be
  /// made, which takes the compiler minutes.
  package static let style: StaticString = #"""
    /* The report that `--html` writes: tree, fields and bytes beside each other, or below where there is no room. */
    /* Colours have a contrast of at least 4.5 to what they stand on, in both themes. */
    :root {
      color-scheme: light dark;
      --page: #ffffff; --text: #1b1c1f; --quiet: #5c5e66; --line: #d5d6dc; --side: #f5f5f8;
      --chosen: #0a58ca; --on-chosen: #ffffff; --around: #dfeafd; --field: #ffe08a; --on-field: #1b1c1f;
      --error: #b3001b; --warning: #7a4b00; --note: #2d5b8a;
      --zero: #5f616a; --ascii: #0b6246; --high: #8a4300; --control: #6d2fa8;
      --edge: 1px solid var(--line);
      --mono: ui-monospace, Menlo, Consolas, monospace;
      --sans: system-ui, sans-serif;
    }
    /* Paper is white, whatever the screen is. */
    @media screen and (prefers-color-scheme: dark) {
      :root {
        --page: #17181b; --text: #ececf0; --quiet: #a2a4ae; --line: #35363d; --side: #1f2024;
        --chosen: #2f6fe0; --on-chosen: #ffffff; --around: #1d3459; --field: #6b5200; --on-field: #ffffff;
        --error: #ff8a94; --warning: #f0bd55; --note: #8fbcee;
        --zero: #a3a5af; --ascii: #5fd3a6; --high: #f0a868; --control: #cfa5f5;
      }
    }
    * { box-sizing: border-box; }
    body { margin: 0; background: var(--page); color: var(--text); font: 14px/1.45 var(--sans); }
    pre, code, .node, #fields table { font-family: var(--mono); font-size: 12.5px; }
    button, input { font: inherit; color: inherit; }
    /* Values are shown with all blanks that they have. */
    h1, h2, p, li, dd, td { white-space: pre-wrap; }
    :focus-visible { outline: 2px solid var(--chosen); outline-offset: -2px; }

    /* Without scripts, and on paper, the outline stands as text. */
    #plain { margin: 0; padding: 16px; white-space: pre-wrap; overflow-wrap: anywhere; }
    .live #plain, html:not(.live) #app, #strip[hidden], #found:empty + button, #picture:empty { display: none; }
    #app { display: grid; min-height: 100vh; min-height: 100dvh; grid: auto auto minmax(260px, 1fr) auto / auto minmax(0, 1fr); }

    header { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 0 16px; padding: 8px 14px; border-bottom: var(--edge); }
    header > div:first-child { flex: 1 1 60%; display: flex; flex-wrap: wrap; gap: 2px 16px; align-items: baseline; }
    /* What is at the top of the file, to scale, and where in it the choice lies. */
    #strip { flex: 1 0 100%; min-width: 0; display: flex; height: 19px; margin: 8px -14px -8px; gap: 1px; background: var(--line); font: 11px/19px var(--mono); }
    #strip i { flex: 1 1 3px; min-width: 3px; position: relative; overflow: hidden; text-align: center; background: var(--side); cursor: pointer; }
    #strip i:nth-child(even) { background: var(--around); }
    #strip b { position: absolute; bottom: 0; height: 4px; min-width: 3px; background: var(--chosen); pointer-events: none; }
    /* A tick for what has a problem. */
    #strip [class] { top: 0; height: 9px; max-width: 3px; background: currentColor; }
    h1, dd { margin: 0; }
    h1 { font-size: 16px; overflow-wrap: anywhere; }
    header p { margin: 0; color: var(--quiet); }
    header .fine { color: var(--ascii); }
    #search { display: flex; flex-wrap: wrap; gap: 4px 6px; align-items: center; align-self: start; }
    #search input { width: 300px; max-width: 60vw; padding: 4px 9px; border: var(--edge); border-radius: 7px; background: var(--side); }
    ::placeholder { color: var(--quiet); opacity: 1; }

    #pictures { grid-column: 1 / -1; border-bottom: var(--edge); }
    /* Where tabs go on beyond the edge it has a shadow, which the cover of the end of the list hides. */
    [role=tablist] {
      display: flex; gap: 2px; padding: 4px 10px 0; overflow-x: auto; scrollbar-width: thin;
      background: linear-gradient(270deg, var(--page) 40%, transparent) 100% / 48px no-repeat local, linear-gradient(270deg, var(--line), transparent) 100% / 20px no-repeat;
    }
    [role=tab] { padding: 3px 12px; border: 0; border-bottom: 3px solid transparent; background: none; cursor: pointer; color: var(--quiet); white-space: nowrap; }
    [role=tab][aria-selected=true] { color: var(--text); border-color: var(--chosen); }
    #picture { padding: 4px 14px 8px; overflow-x: auto; max-height: 40vh; }
    #picture svg { display: block; background: none; }
    #picture [data-go] { cursor: pointer; }
    /* A moment: a line in each lane that knows when, and a frame around what is then there. */
    .k path { stroke: var(--text); stroke-width: 1.5px; pointer-events: none; }
    #moment { margin: 0; padding: 0 14px 6px; min-height: 26px; overflow-wrap: anywhere; }

    /* The tree: only the rows that are seen exist. Its corner is drawn to make it wider, that of the fields to make them higher. */
    #tree { width: 46vw; min-width: 320px; max-width: 80vw; resize: horizontal; position: relative; overflow: auto; background: var(--side); border-right: var(--edge); contain: strict; }
    #tree > div { position: relative; }
    .node { position: absolute; left: 0; right: 0; height: 22px; display: flex; align-items: center; gap: 8px; padding-right: 12px; white-space: pre; cursor: default; }
    .node :is(.at, .size) { flex: none; text-align: right; color: var(--quiet); }
    .node .at { width: 11ch; }
    .node .name { flex: 1; overflow: hidden; text-overflow: ellipsis; }
    .node .name b { font-weight: 650; }
    .node :is(.title, .summary) { padding-left: 6px; color: var(--quiet); font-family: var(--sans); }
    .node .summary { padding-left: 10px; color: var(--text); }
    .fold { display: inline-block; width: 18px; text-align: center; color: var(--quiet); }
    #tree > .head { position: sticky; top: 0; z-index: 1; color: var(--quiet); background: var(--page); border-bottom: var(--edge); }
    .node.hit { box-shadow: inset 3px 0 var(--warning); }
    .node[aria-selected=true], .node[aria-selected=true] * { background: var(--chosen); color: var(--on-chosen); }
    .badge { font: 700 11px/15px var(--mono); display: inline-block; min-width: 15px; margin-right: 4px; text-align: center; border: 1px solid currentColor; border-radius: 8px; }
    .s2 { color: var(--error); } .s1 { color: var(--warning); } .s0 { color: var(--note); }

    #right { display: flex; flex-direction: column; min-width: 0; }
    #about { padding: 8px 14px; border-bottom: var(--edge); display: flex; flex-wrap: wrap; gap: 2px 14px; align-items: baseline; }
    #about h2 { margin: 0; font: 650 14px var(--mono); overflow-wrap: anywhere; }
    #about .tools { margin-left: auto; display: flex; gap: 6px; }
    :is(#about, #search) button { border: var(--edge); border-radius: 6px; background: var(--side); padding: 1px 8px; cursor: pointer; }
    [aria-pressed=true] { outline: 2px solid var(--chosen); }
    #fields { flex: none; height: 40%; min-height: 70px; max-height: 75%; resize: vertical; overflow: auto; contain: strict; border-bottom: var(--edge); }
    #fields table { border-collapse: collapse; width: 100%; }
    #fields td { padding: 1px 10px; vertical-align: top; overflow-wrap: anywhere; }
    #fields td:not(.value) { white-space: pre; }
    #found, #about span, #fields .place, .note, .line :is(i, em) { color: var(--quiet); }
    #fields .place { text-align: right; }
    #fields [tabindex] { cursor: pointer; }
    #fields .reserved .name, #fields .more td { color: var(--quiet); font-style: italic; }
    #fields .on td { background: var(--field); color: var(--on-field); }
    #fields .over { outline: 1px solid var(--chosen); outline-offset: -1px; }
    :is(#picture, #paper, #fields) ul { margin: 4px 0; padding: 0; list-style: none; }
    #fields > ul { margin: 6px 18px; } #fields p { padding: 0 14px; }
    #fields li { padding: 2px 0; }

    #bytes { flex: 1; min-height: 70px; overflow: auto; position: relative; contain: strict; }
    #bytes > div { position: relative; min-width: max-content; }
    .line { position: absolute; left: 0; height: 20px; padding: 0 14px; white-space: pre; font: 12.5px/20px var(--mono); }
    .line i, #strip i { font-style: normal; }
    .line u { --fill: var(--page); text-decoration: none; cursor: pointer; }
    .c0 { color: var(--zero); } .c1 { color: var(--ascii); } .c2 { color: var(--high); } .c3 { color: var(--control); }
    /* Bytes that belong together are one box: what is between two of them is painted by the first. */
    .line .in { --fill: var(--around); background: var(--fill); }
    .line .on { --fill: var(--field); background: var(--fill); color: var(--on-field); }
    .line > :is(.in:has(+ .in), .on:has(+ .on)) { box-shadow: 2ch 0 var(--fill); }
    .line .over { box-shadow: 0 1px var(--chosen), 0 -1px var(--chosen); }

    footer { grid-column: 1 / -1; display: flex; flex-wrap: wrap; gap: 2px 18px; padding: 4px 14px; border-top: var(--edge); color: var(--quiet); min-height: 28px; }
    #numbers { white-space: pre-wrap; font-family: var(--mono); font-size: 12px; overflow-wrap: anywhere; flex: 1; }
    kbd { font: 11px var(--mono); padding: 0 4px; border: var(--edge); border-radius: 4px; background: var(--side); }
    dialog { max-width: 560px; border: var(--edge); border-radius: 10px; background: var(--page); color: var(--text); }
    dialog dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 0 0 12px; }
    dialog dt { font-family: var(--mono); }
    .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }

    @media (max-width: 760px) {
      #app { grid: auto auto minmax(200px, 5fr) minmax(360px, 7fr) auto / minmax(0, 1fr); }
      #picture { max-height: 30vh; }
      #moment { min-height: 0; max-height: 66px; overflow-y: auto; }
      #moment:empty { padding: 0; }
      #tree { width: auto !important; min-width: 0; max-width: none; resize: none; border-right: 0; border-bottom: var(--edge); }
      #search { width: 100%; margin-top: 4px; } #search input { flex: 1; max-width: none; }
      /* Values need the room of their sizes, which the footer says. */
      .node .title, .keys, #fields .place+.place { display: none; }
      [role=tab] { padding: 6px 8px; }
      .node .at { width: 9ch; }
    }
    #paper, .paper { display: none; }
    @media print {
      :root { color-scheme: light; }
      #app { display: none !important; }
      .live #plain, #paper, .paper { display: block; }
      #plain, .paper { font: 9px/1.4 var(--mono); }
      .paper { padding: 16px; columns: 2; }
      .paper table { border-spacing: 0; }
      .paper h2 { margin: 8px 0 0; font-size: 10px; break-after: avoid; }
      .paper td { padding: 0 9px 0 0; vertical-align: top; overflow-wrap: anywhere; }
      .paper tr { break-inside: avoid; }
      .paper .place { white-space: nowrap; }
      .paper :is(.name, .value) { min-width: 16ch; }
      #paper svg { display: block; max-width: 100%; margin-top: 16px; break-inside: avoid; }
    }
    #picture :is(.same, .at) > :not(title, text) { stroke: var(--text); stroke-width: 2px; }
    """#
}
