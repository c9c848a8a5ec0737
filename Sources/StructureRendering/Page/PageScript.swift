extension PageShell {
  /// The script of the page, which is JavaScript as browsers have it.
  package static let script: StaticString = #"""
    // What makes the report live: a tree of rows, the fields of the chosen node, and its bytes, linked in
    // all directions. It knows no format: names, places and values come with the page, which carries each
    // field as (depth, name, first bit, bits, value, note, kind). All text is inserted as text.
    "use strict";
    (() => {
      const $ = (id) => document.getElementById(id);
      const page = JSON.parse($("data").textContent);
      const nodes = page["nodes"], sources = page["sources"], problems = page["problems"], word = page["word"];
      const N = { depth: 0, src: 1, at: 2, size: 3, header: 4, type: 5, title: 6, summary: 7, path: 8, keys: 9 };
      // A node comes with the number of its type, title and identities, the last step of its path (of one that is the
      // type only the number in brackets, or 0), and a summary if it has one.
      for (const node of nodes) {
        const [type, title, own = ""] = page.kinds[node[5]], [, , , , , , step, summary = ""] = node;
        node.splice(5, 3, type, title, summary, step === 0 ? type : step > 0 ? `${type}[${step}]` : step, own);
      }
      // Those that are not in the page are 0 there.
      const fields = page["fields"].map((own) => own || undefined);
      const F = { depth: 0, name: 1, bit: 2, bits: 3, value: 4, note: 5, kind: 6, table: 7, src: 8 };
      const { abs, ceil, floor, max, min, round } = Math;
      const all = (selector, inside = document) => [...inside.querySelectorAll(selector)];
      const clear = (name) => all("." + name).forEach((part) => part.classList.remove(name));
      const hex = (number, width = 0) => number.toString(16).padStart(width, "0");
      const grouped = (number) => number.toLocaleString("en-US");
      const on = (target, event, act) => target.addEventListener(event, act);
      const stay = (event) => event.preventDefault();
      const make = (tag, attributes = {}, ...children) => {
        const element = document.createElement(tag);
        for (const [key, value] of Object.entries(attributes)) {
          if (key === "on") for (const event in value) on(element, event, value[event]);
          else if (value != null && value !== false) element.setAttribute(key, value);
        }
        element.append(...children.filter((child) => child != null && child !== ""));
        return element;
      };
      const absent = "not in this page";
      const note = (text) => { $("numbers").textContent = text; };
      const inFields = (selector) => $("fields").querySelector(selector);
      const cell = (name, ...children) => make("td", { class: name }, ...children);
      const span = (name, ...children) => make("span", { class: name }, ...children);
      const plural = (count, one, many = one + "s") => `${grouped(count)} ${count === 1 ? one : many}`;

      // ---- The tree

      const ends = new Int32Array(nodes.length), parents = new Int32Array(nodes.length).fill(-1);
      // How many children each has, those of the file first, and which one of them it is.
      const kids = new Int32Array(nodes.length + 1), places = new Int32Array(nodes.length);
      {
        const open = [];
        nodes.forEach((node, index) => {
          while (open.length && nodes[open[open.length - 1]][N.depth] >= node[N.depth]) ends[open.pop()] = index;
          if (open.length) parents[index] = open[open.length - 1];
          places[index] = ++kids[parents[index] + 1];
          open.push(index);
        });
        while (open.length) ends[open.pop()] = nodes.length;
      }
      const isParent = (index) => ends[index] > index + 1;
      const path = (index) => (parents[index] < 0 ? "" : path(parents[index]) + "/") + nodes[index][N.path];
      /** The nodes in a node, or in the file for −1, or those of them that lie at its top. */
      const inside = (index, isDeep) => {
        const found = [], end = index < 0 ? nodes.length : ends[index];
        for (let kid = index + 1; kid < end; kid = isDeep ? kid + 1 : ends[kid]) found.push(kid);
        return found;
      };
      const plain = (name) => name.toLowerCase().replaceAll("_", "");
      /** What a node says of itself under a key that its table declares (`handler=mdia/hdlr.handler_type`), or in a field. */
      const identity = (index, key) => {
        const [, way = key] = nodes[index][N.keys].split(" ").map((text) => text.split("=")).find(([name]) => plain(name) === plain(key)) ?? [];
        const parts = way.split(/[/.]/), name = plain(parts.pop());
        for (const type of parts) index = index < 0 ? index : inside(index).find((kid) => nodes[kid][N.type] === type) ?? -1;
        const [, , , , value = ""] = fields[index]?.find((field) => plain(field[F.name]) === name) ?? [];
        // A value as it is shown: in quotes, or a number in groups with its meaning behind it.
        return /^[\x22\x27]/.test(value) ? value.slice(1, value.lastIndexOf(value[0])) : value.split(" ")[0].replaceAll(",", "");
      };
      const quoted = "'(?:\\\\.|[^'\\\\])*'", selectorPattern = new RegExp(`\\[((?:${quoted}|[^\\]'])*)\\]`, "g");
      const stepPattern = new RegExp(`(^|//|/…/|/[.]{3}/|/)(${quoted}|[^/[]+)((?:\\[(?:${quoted}|[^\\]'])*\\])*)`, "gy");
      const bare = (text) => (text[0] === "'" ? text.slice(1, -1).replaceAll("\\'", "'").replaceAll("\\\\", "\\") : text);
      const stepName = (text) => bare(text.replace(/\[\d+\]$/, "").replace("©", "@"));
      const isOne = (index, selector) => {
        const [, key = "handler", value] = /^(?:([^=\x27]+)=)?(.*)$/.exec(selector), own = identity(index, key), wanted = bare(value);
        return own !== "" && (own === wanted || own === wanted.replace("©", "@") || Number(own) === Number(wanted || NaN));
      };
      /** The first node that a path means, in any way that paths are written: `moov/trak[vide]/mdia`, `//stsz`; −1 for none. */
      const find = (text) => {
        const steps = [...text.matchAll(stepPattern)];
        if (!text || steps.map(([all]) => all).join("") !== text) return -1;
        const follow = (isAnywhere) => {
          let places = [-1];
          steps.forEach(([, slash, name, selectors], number) => {
            const next = new Set(), isDeep = slash.length > 1 || number === 0 && isAnywhere;
            for (const place of isDeep ? places.flatMap((place) => [place, ...inside(place, true)]) : places) {
              let found = inside(place).filter((kid) => name === "*" || stepName(nodes[kid][N.path]) === stepName(name));
              for (const [, one] of selectors.matchAll(selectorPattern)) {
                found = one === "last" ? found.slice(-1) : /^\d+$/.test(one) ? found.slice(one - 1, one) : found.filter((kid) => isOne(kid, one));
              }
              found.forEach((kid) => next.add(kid));
            }
            places = [...next];
          });
          return places.length ? min(...places.slice(0, 1000)) : -1;
        };
        const found = follow(false);
        return found < 0 && !steps[0][1] ? follow(true) : found;
      };
      const worst = new Map();
      for (const [severity, , , node] of problems) worst.set(node, max(worst.get(node) ?? 0, severity));
      /** The first that is worse than a note. */
      const wrong = problems.find(([severity]) => severity);
      const marks = ["i", "!", "×"], words = ["note", "warning", "error"];

      const isOpen = new Uint8Array(nodes.length);
      const openAtFirst = nodes.length <= 300 ? 99 : nodes.filter((node) => node[N.depth] < 2).length <= 300 ? 1 : 0;
      nodes.forEach((node, index) => { isOpen[index] = node[N.depth] < openAtFirst ? 1 : 0; });

      let rows = [], rowOf = new Int32Array(nodes.length);
      // What is found and what is around it, when nothing else is to be seen.
      let kept = null;
      const layOut = () => {
        rows = [];
        rowOf.fill(-1);
        for (let index = 0; index < nodes.length;) {
          if (!kept || kept[index]) {
            rowOf[index] = rows.length;
            rows.push(index);
          }
          index = isOpen[index] || kept ? index + 1 : ends[index];
        }
        treeSpace.style.height = `${(rows.length + (cut ? 1 : 0)) * rowHeight}px`;
      };

      /** That not all nodes are here, which the last row says. */
      const cut = page.left.find((text) => /^[\d,]+\sof\s/.test(text));
      const tree = $("tree"), treeSpace = tree.lastElementChild, rowHeight = 22;
      const hits = new Set();
      let chosen = 0, chosenField = -1, chosenRow = -1, chosenAt = -1;

      const treeRow = (row) => {
        const index = rows[row], node = nodes[index], severity = worst.get(index);
        const parent = parents[index];
        const label = [node[N.type], node[N.title], node[N.summary], `offset 0x${hex(node[N.at])}`, `${node[N.size]} bytes`,
          severity == null ? "" : words[severity]].filter(Boolean).join(", ");
        const element = make("div", {
          class: hits.has(index) ? "node hit" : "node", id: `n${index}`, role: "treeitem", "aria-level": node[N.depth] + 1,
          "aria-setsize": cut && (parent < 0 || ends[parent] === nodes.length) ? -1 : kids[parent + 1], "aria-posinset": places[index],
          "aria-selected": index === chosen, "aria-expanded": isParent(index) ? isOpen[index] === 1 || !!kept : undefined,
          "aria-label": label, style: `top:${row * rowHeight}px`,
          on: { click: (event) => {
            choose(index);
            if (event.target.className === "fold" || event.detail === 2) fold(index, !isOpen[index]);
          } },
        },
          span("at", (node[N.src] ? "+" : "") + hex(node[N.at], 8)),
          make("span", { class: "name", style: `padding-left:${min(node[N.depth], 24) * 16}px` },
            span("fold", isParent(index) ? (isOpen[index] || kept ? "▾" : "▸") : ""),
            severity == null ? "" : span(`badge s${severity}`, marks[severity]),
            make("b", {}, node[N.type]), span("title", node[N.title]),
            span("summary", node[N.summary])),
          span("size", grouped(node[N.size])));
        if (parent >= 0) element.dataset.parent = parent;
        return element;
      };
      const virtual = (box, space, height, count, draw) => {
        const first = max(0, floor(box.scrollTop / height) - 5);
        const last = min(count, ceil((box.scrollTop + box.clientHeight) / height) + 5);
        const parts = [];
        for (let row = first; row < last; row++) parts.push(draw(row));
        space.replaceChildren(...parts);
      };
      const drawTree = () => {
        virtual(tree, treeSpace, rowHeight, rows.length, treeRow);
        if (cut) treeSpace.append(make("div", { class: "node", style: `top:${rows.length * rowHeight}px` }, cut));
      };
      /** Scrolls to a row, if it is not seen; the first `head` pixels are those of headings. */
      const show = (box, row, height, head, before = 0) => {
        const top = row * height, most = box.scrollTop + box.clientHeight - head - height;
        if (top < box.scrollTop || top > most && before) box.scrollTop = top - before;
        else if (top > most) box.scrollTop += top - most;
      };
      const fold = (index, open, deep = false) => {
        if (deep) for (let i = index; i < ends[index]; i++) isOpen[i] = open ? 1 : 0;
        else isOpen[index] = open ? 1 : 0;
        layOut();
        drawTree();
      };
      const reveal = (index) => {
        let changed = false;
        if (kept && !kept[index]) { keep(false); changed = true; }
        for (let up = parents[index]; up >= 0; up = parents[up]) if (!isOpen[up]) { isOpen[up] = 1; changed = true; }
        if (changed) layOut();
        show(tree, rowOf[index], rowHeight, rowHeight);
      };

      // ---- Bytes

      const heads = page["bytes"].map(([source, at, text]) => {
        const raw = atob(text), bytes = new Uint8Array(raw.length);
        for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
        return [source, at, bytes];
      });
      /** The bytes that the page carries of a range, or null. */
      const bytesAt = (source, at, count) => {
        for (const [own, start, bytes] of heads) {
          if (own === source && at >= start && at < start + bytes.length) {
            return bytes.subarray(at - start, min(at - start + count, bytes.length));
          }
        }
        return null;
      };
      const box = $("bytes"), space = box.firstElementChild, lineHeight = 20;
      // What is listed: [first line, from, to, bytes or null] of each run of bytes that the page has, or has not.
      let runs = [], lineCount = 0, laidOut = "";
      let around = [0, 0], lit = [0, 0], litSource = 0;
      const bytesPerLine = () => (box.clientWidth < 620 ? 8 : 16);
      const layOutBytes = () => {
        const node = nodes[chosen], source = fields[chosen]?.[chosenField]?.[F.src] ?? node[N.src], width = bytesPerLine();
        litSource = source;
        around = source === node[N.src] ? [node[N.at], node[N.at] + node[N.size]] : [0, 0];
        if (laidOut === `${source} ${width}`) return;
        laidOut = `${source} ${width}`;
        runs = [];
        lineCount = 0;
        let at = 0;
        const add = (to, bytes) => {
          if (to <= at) return;
          runs.push([lineCount, at, to, bytes]);
          lineCount += bytes ? ceil((to - at + at % width) / width) : 1;
          at = to;
        };
        for (const [, start, bytes] of heads.filter(([own]) => own === source).sort((a, b) => a[1] - b[1])) {
          add(start);
          add(start + bytes.length, bytes.subarray(at - start));
        }
        add(sources[source]?.size ?? 0);
        space.style.height = `${lineCount * lineHeight}px`;
      };
      /** The last of the runs for which `place` of it is not greater. */
      const runBefore = (number, place) => {
        let low = 0, high = runs.length;
        while (high - low > 1) {
          const middle = low + high >> 1;
          if (runs[middle][place] > number) high = middle; else low = middle;
        }
        return runs[low];
      };
      const lineOf = (offset) => {
        const [first, at, , bytes] = runBefore(offset, 1), width = bytesPerLine();
        return first + (bytes ? floor(offset / width) - floor(at / width) : 0);
      };
      const kindOf = (byte) => (byte === 0 ? 0 : byte >= 0x20 && byte < 0x7f ? 1 : byte >= 0x80 ? 2 : 3);
      const byteLine = (row) => {
        const [first, from, to, all] = runBefore(row, 0), width = bytesPerLine();
        const element = make("div", { class: "line", style: `top:${row * lineHeight}px` });
        if (!all) {
          element.append(make("i", {}, `${hex(from, 8)}  `), make("em", {}, `${plural(to - from, "byte")} ${absent}`));
          return element;
        }
        const at = from - from % width + (row - first) * width, start = max(from, at), lead = start - at;
        const bytes = all.subarray(start - from, at + width - from), text = span("", " ".repeat(lead));
        element.append(make("i", {}, `${litSource ? "+" : ""}${hex(at, 8)}  `));
        element.append("   ".repeat(lead) + (lead > 7 ? " " : ""));
        bytes.forEach((byte, i) => {
          const offset = start + i;
          const name = `c${kindOf(byte)}${offset >= lit[0] && offset < lit[1] ? " on" : offset >= around[0] && offset < around[1] ? " in" : ""}`;
          const mark = (shown) => make("u", { class: name, "data-at": offset }, shown);
          element.append(mark(hex(byte, 2)), (lead + i) % 8 === 7 ? "  " : " ");
          text.append(mark(byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : byte === 0 ? "·" : "•"));
        });
        const rest = width - lead - bytes.length;
        // Behind each eighth column stands a blank more.
        element.append("   ".repeat(rest) + (rest > 0 ? " " : "") + (rest > 8 ? " " : "") + " ", text);
        return element;
      };
      const drawBytes = () => virtual(box, space, lineHeight, lineCount, byteLine);

      // ---- Fields

      const placeOf = (field) => {
        const first = floor(field[F.bit] / 8), bits = field[F.bits];
        return [first, max(0, ceil((field[F.bit] + bits) / 8) - first)];
      };
      /** Where row `row` of those that the page has of a table begins, and its bytes. */
      const placeOfRow = (field, row) => {
        const [, rowsShown, stride] = field[F.table];
        return [floor((field[F.bit] + (rowsShown[row][0] - 1) * stride) / 8), ceil(stride / 8)];
      };
      const fieldPath = (index, own = fields[chosen] ?? []) => {
        const names = [own[index][F.name]];
        let depth = own[index][F.depth];
        for (let up = index - 1; up >= 0 && depth > 0; up--) {
          if (own[up][F.depth] < depth) { names.unshift(own[up][F.name]); depth = own[up][F.depth]; }
        }
        return names.join(".").replaceAll(".[", "[");
      };
      const size = (field) => (field[F.bits] % 8 || field[F.bit] % 8 ? plural(field[F.bits], "bit") : plural(field[F.bits] / 8, "byte"));
      /** The fields of a node as a table. */
      const fieldTable = (index) => {
        const body = make("tbody", {});
        fields[index].forEach((field, number) => {
          const [first] = placeOf(field), table = field[F.table], isOn = index === chosen && number === chosenField;
          body.append(make("tr", {
            class: `${isOn && chosenRow < 0 ? "on" : ""}${field[F.kind] === "r" ? " reserved" : ""}`, tabindex: 0, "data-field": number,
          },
            make("td", { class: "name", style: `padding-left:${14 + field[F.depth] * 16}px` }, field[F.name]),
            cell("value", field[F.value], " ", span("note", field[F.note])),
            cell("place", `${field[F.src] ? "+" : ""}0x${hex(first)}`), cell("place", size(field))));
          if (!table) return;
          const [columns, rowsShown, , omitted] = table, more = (text) => body.append(make("tr", { class: "more" }, make("td", {}), make("td", { colspan: 3 }, text)));
          more(columns.join("   "));
          rowsShown.forEach(([place, cells], row) => {
            if (omitted && place === omitted[1] + 1) more(`rows ${grouped(omitted[0])} to ${grouped(omitted[1])} are ${absent}`);
            body.append(make("tr", { tabindex: 0, class: isOn && chosenRow === row ? "on" : "", "data-field": number, "data-row": row },
              make("td", { class: "name", style: `padding-left:${30 + field[F.depth] * 16}px` }, `[${place}]`), cell("value", cells.join("   ")),
              cell("place", `0x${hex(placeOfRow(field, row)[0])}`), cell("place")));
          });
        });
        return make("table", {}, make("thead", { class: "hidden" }, make("tr", {}, ...["Field", "Value", "Offset", "Size"].map((text) => make("th", { scope: "col" }, text)))), body);
      };
      const drawFields = () => {
        const own = fields[chosen], list = make("ul", {});
        for (const problem of problems) {
          if (problem[3] === chosen) list.append(make("li", { class: `s${problem[0]}` }, `${words[problem[0]]}: ${problem[2]} `, span("note", problem[1])));
        }
        const parts = list.childElementCount ? [list] : [];
        if (own?.length) parts.push(fieldTable(chosen));
        else parts.push(make("p", {}, !own && page.left.length ? `The fields of this ${word} are ${absent}.`
          : `This ${word} ${own && isParent(chosen) ? "holds others and has no fields of its own" : "has no fields"}.`));
        $("fields").replaceChildren(...parts);
      };

      // ---- What is chosen

      // What is at the top of the file, to scale, and where in it the choice lies.
      const strip = $("strip"), here = make("b"), parts = new Map();
      nodes.forEach(([depth, source, , size, , type], index) => {
        if (!depth && !source && kids[0] < 200) parts.set(index, make("i", { style: `flex-grow:${size}`, title: `${type}, ${plural(size, "byte")}`, on: { click: () => choose(index) } },
          size / sources[0].size > 0.05 ? type : ""));
      });
      strip.append(...parts.values());
      strip.hidden = !parts.size;
      /** Puts a mark on the strip where a node lies, or what it was taken out of. */
      const putInStrip = (mark, index) => {
        while (nodes[index][N.src] && parents[index] >= 0) index = parents[index];
        const { [N.at]: at, [N.size]: size } = nodes[index];
        while (parents[index] >= 0) index = parents[index];
        const [, , start, whole] = nodes[index];
        mark.style.left = `${(at - start) / whole * 100}%`;
        mark.style.width = `${size / whole * 100}%`;
        parts.get(index)?.append(mark);
      };
      for (const [index, severity] of worst) if (severity && index >= 0) putInStrip(make("b", { class: `s${severity}` }), index);

      const say = (text) => { $("said").textContent = text; };
      const command = () => {
        const text = path(chosen) + (chosenField < 0 ? "" : `.${fieldPath(chosenField)}`);
        return `${page.call} -f -p '${text.replaceAll("'", "'\\''")}'`;
      };
      const address = () => {
        if (chosenAt >= 0) return `0x${hex(chosenAt)}`;
        if (chosenField < 0) return path(chosen);
        return `${path(chosen)}.${fieldPath(chosenField)}${chosenRow < 0 ? "" : `[${fields[chosen][chosenField][F.table][1][chosenRow][0]}]`}`;
      };
      let written = 0, writes = 0, writing = 0;
      // What is chosen on purpose is one step back; a run of keys or of typing is one, too.
      let run = "", lastRun = "", isNew = false, follows = false;
      const during = (name, act) => { run = name; act(); run = ""; };
      const keyOf = (name) => name.split(" (")[0];
      const writeAddress = () => {
        const tab = opened === atFirst ? "" : `&tab=${keyOf(tabs[opened]?.[0] ?? "")}`;
        const text = `#${encodeURI(address() + tab).replaceAll("#", "%23")}`;
        if (text !== location.hash) history[isNew ? "pushState" : "replaceState"](null, "", text);
        isNew = false;
      };
      /** Chooses a node, a field of it, a row of that; and one byte, where nothing smaller than many bytes holds it. */
      const choose = (index, field = -1, row = -1, at = -1) => {
        chosen = index;
        chosenField = field;
        chosenRow = row;
        const node = nodes[index], own = fields[index]?.[field];
        lit = [0, 0];
        chosenAt = -1;
        if (own) {
          const [first, count] = row >= 0 ? placeOfRow(own, row) : placeOf(own);
          lit = [first, first + count];
        }
        if (at >= 0 && (!own || row < 0 && lit[1] - lit[0] > 16)) {
          chosenAt = at;
          lit = [at, at + 1];
        }
        reveal(index);
        drawTree();
        tree.setAttribute("aria-activedescendant", `n${index}`);
        $("about").replaceChildren(make("h2", {}, path(index)), span("", node[N.title]),
          span("", `${plural(node[N.size], "byte")} at 0x${hex(node[N.at])}${node[N.src] ? ` of what came out of ${sources[node[N.src]].from >= 0 ? path(sources[node[N.src]].from) : "the file"}` : ""}`),
          make("div", { class: "tools" },
            ...[["path", address], ["bytes", hexOfChoice], ["command", command]]
              .map(([name, text]) => make("button", { type: "button", on: { click: () => copy(text(), nameOf(name)) } }, `copy ${name}`))));
        putInStrip(here, chosen);
        drawFields();
        inFields("tr.on")?.scrollIntoView({ block: "nearest" });
        layOutBytes();
        const place = lit[1] > lit[0] ? lit[0] : around[0];
        // What stands before it is seen, too.
        if (runs.length) show(box, lineOf(place), lineHeight, 0, 2 * lineHeight);
        drawBytes();
        convert();
        const cells = row >= 0 ? own[F.table][1][row] : null;
        say(cells ? `${own[F.name]}[${cells[0]}], ${cells[1].join(", ")}, offset 0x${hex(lit[0])}`
          : own ? `${own[F.name]}, ${own[F.value]} ${own[F.note]}, offset 0x${hex(lit[0])}, ${size(own)}`
            : `${path(index)}, ${node[N.title]}, ${plural(node[N.size], "byte")}`);
        if (follows) return;
        isNew ||= !run || run !== lastRun;
        lastRun = run;
        // Browsers refuse an address that changes too often: of many changes in a second the last one is written.
        const now = Date.now();
        if (now - written > 1000) writes = 0;
        written = now;
        clearTimeout(writing);
        if (writes++ < 10) queueMicrotask(writeAddress); else writing = setTimeout(writeAddress, 500);
      };

      const chosenBytes = () => {
        const node = nodes[chosen];
        return lit[1] > lit[0] ? bytesAt(litSource, lit[0], lit[1] - lit[0]) : bytesAt(node[N.src], node[N.at], node[N.size]);
      };
      /** What is copied: of bytes how many the page has, when that is not all. */
      const nameOf = (name) => {
        const all = lit[1] > lit[0] ? lit[1] - lit[0] : nodes[chosen][N.size], here = chosenBytes()?.length ?? 0;
        return name === "bytes" && here < all ? `${grouped(here)} of ${plural(all, "byte")} (this page has no more)` : name;
      };
      const hexOfChoice = () => [...(chosenBytes() ?? [])].map((byte) => hex(byte, 2)).join(" ");
      const copy = async (text, name) => {
        try { await navigator.clipboard.writeText(text); } catch {
          const area = make("textarea", { class: "hidden" });
          area.value = text;
          document.body.append(area);
          area.select();
          document.execCommand("copy");
          area.remove();
        }
        say(`${name} copied`);
        note(`${name} copied: ${text.length > 120 ? `${text.slice(0, 120)}…` : text}`);
      };
      /** What the chosen bytes are as numbers and text, for those of a field. */
      const convert = () => {
        const bytes = lit[1] > lit[0] ? chosenBytes() : null, out = [];
        const field = fields[chosen]?.[chosenField];
        if (chosenAt >= 0 && !bytes) out.push(`0x${hex(chosenAt)}: ${absent}`);
        if (bytes && bytes.length && (field || chosenAt >= 0)) {
          if (bytes.length <= 8) {
            const big = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n), bits = BigInt(bytes.length * 8);
            const little = [...bytes].reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
            out.push(`${big}`, `0x${big.toString(16).padStart(bytes.length * 2, "0")}`);
            if (big >> (bits - 1n)) out.push(`${big - (1n << bits)} signed`);
            if (bytes.length > 1 && little !== big) out.push(`${little} little-endian`);
            if (bytes.length === 4) out.push(`${+(Number(big) / 65536).toFixed(4)} as 16.16`);
            if (bytes.length === 2) out.push(`${+(Number(big) / 256).toFixed(3)} as 8.8`);
            if (bytes.length <= 2) out.push([...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join(" "));
            if (field?.[F.kind] === "f" && (bytes.length === 4 || bytes.length === 8)) {
              const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
              out.push(`${bytes.length === 4 ? view.getFloat32(0) : view.getFloat64(0)} as float`);
            }
            if (field?.[F.kind] === "d") { const date = new Date((Number(big) - 2082844800) * 1000); if (!isNaN(date)) out.push(date.toISOString()); }
          }
          if (bytes.length === 16) out.push(hexOfChoice().replaceAll(" ", "").replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-"));
          if (bytes.every((byte) => byte >= 0x20 && byte < 0x7f)) out.push(`“${String.fromCharCode(...bytes.subarray(0, 80))}”`);
          out.unshift(`0x${hex(lit[0])}, ${plural(lit[1] - lit[0], "byte")}:`);
        }
        note(out.join("   "));
      };

      // ---- From bytes to fields

      const innermost = (source, offset) => {
        let found = -1;
        for (let index = 0; index < nodes.length;) {
          const node = nodes[index], isIn = node[N.src] === source && offset >= node[N.at] && offset < node[N.at] + node[N.size];
          if (isIn) found = index;
          // Bytes that were derived stand below a node whose own place says nothing of them.
          index = isIn || node[N.src] !== source ? index + 1 : ends[index];
        }
        return found;
      };
      /** [node, field, row] of a path, or null: `moov/mvhd.timescale`, `//stsz.entries[3]`. */
      const resolve = (text) => {
        for (let cut = text.length; cut > 0; cut = text.lastIndexOf(".", cut - 1)) {
          const head = text.slice(0, cut), wanted = text.slice(cut + 1);
          const index = find(head);
          if (index < 0) continue;
          if (!wanted) return [index, -1, -1];
          const own = fields[index] ?? [], [, name, number] = /^(.*)\[(\d+)\]$/.exec(wanted) ?? [];
          const field = own.findIndex((_, i) => fieldPath(i, own) === wanted);
          if (field >= 0) return [index, field, -1];
          const table = own.findIndex((field, i) => field[F.table] && fieldPath(i, own) === name);
          return [index, table, table < 0 ? -1 : own[table][F.table][1].findIndex(([row]) => row === Number(number))];
        }
        return null;
      };
      const goToByte = (source, offset) => {
        const index = innermost(source, offset), holder = index >= 0 ? index : chosen;
        choose(holder, ...fieldAt(holder, source, offset), source ? -1 : offset);
      };
      /** [field, row] of a node that hold a byte. */
      const fieldAt = (holder, source, offset) => {
        let best = -1, bestRow = -1;
        (fields[holder] ?? []).forEach((field, i) => {
          const [first, count] = placeOf(field);
          if ((field[F.src] ?? nodes[holder][N.src]) === source && field[F.kind] !== "g" && offset >= first && offset < first + count) {
            best = i;
            bestRow = -1;
            if (field[F.table]) bestRow = field[F.table][1].findIndex((_, row) => {
              const [first, count] = placeOfRow(field, row);
              return offset >= first && offset < first + count;
            });
          }
        });
        return [best, bestRow];
      };
      let clicked;
      // A byte that is clicked again leads out: from its field to its node, and on to what is around.
      on(space, "click", ({ target: { dataset: { at } } }) => {
        if (at == null) return;
        if (at !== clicked) goToByte(litSource, Number(at)); else if (lit[1]) choose(chosen); else if (parents[chosen] >= 0) choose(parents[chosen]);
        clicked = at;
      });
      on($("fields"), "click", (event) => {
        const row = event.target.closest("tr[data-field]");
        if (row) choose(chosen, Number(row.dataset["field"]), row.dataset.row == null ? -1 : Number(row.dataset.row));
      });

      // ---- What the pointer is at: a field and its bytes have an outline, whichever of the two it is over

      const outline = (field, row) => {
        const own = fields[chosen]?.[field], [first, count] = !own ? [] : row >= 0 ? placeOfRow(own, row) : placeOf(own);
        clear("over");
        if (!own) return;
        inFields(`[data-field="${field}"]${row >= 0 ? `[data-row="${row}"]` : ""}`)?.classList.add("over");
        if ((own[F.src] ?? nodes[chosen][N.src]) !== litSource) return;
        for (const part of all("u", space)) if (part.dataset.at >= first && part.dataset.at < first + count) part.classList.add("over");
      };
      on($("right"), "pointerover", ({ target }) => {
        const own = (target.closest("tr") ?? target).dataset, { row, at } = own, field = own["field"];
        if (at != null) outline(...fieldAt(chosen, litSource, Number(at))); else outline(field, row ?? -1);
      });
      on($("right"), "pointerleave", () => outline());

      // ---- Search

      const input = $("search").querySelector("input"), found = $("found");
      const filter = $("only");
      let results = [], result = -1, isFiltered = false;
      const search = (text) => {
        results = [];
        hits.clear();
        const typed = text.trim(), wanted = typed.toLowerCase().replaceAll("©", "@");
        if (!wanted) { found.textContent = ""; keep(isFiltered); return; }
        const offset = Number(/^(?:@|(?=0x))(0x[0-9a-f]+|\d+)$/.exec(wanted)?.[1]), isPlace = offset < sources[0].size;
        // Pairs of digits are bytes: behind a word for it (in brackets, as the name of a function is another in the page), or
        // with blanks between them, as they stand in the pane.
        const pairs = isPlace ? null : /^(?:h[e]x:|0x|(?=.. ))((\s*[0-9a-f]{2})+)$/.exec(wanted)?.[1];
        let sought = (pairs?.match(/\w\w/g) ?? []).map((pair) => parseInt(pair, 16));
        if (isPlace) {
          if (innermost(0, offset) >= 0) results.push([, -1, -1, 0, offset]);
        } else if (!pairs) {
          const place = resolve(typed), index = place?.[0] ?? -1;
          if (place) results.push(place);
          const type = wanted.replace(/^\/\//, ""), digits = /^\d+$/.test(wanted);
          for (let i = 0; i < nodes.length && results.length < 5000; i++) {
            const node = nodes[i];
            if (i !== index && `${node[N.type]} ${node[N.title]} ${node[N.summary]}`.toLowerCase().includes(type)) results.push([i, -1]);
            (fields[i] ?? []).forEach((field, k) => {
              const value = digits ? field[F.value].replaceAll(",", "") : field[F.value];
              if ((i !== index || k !== place[1]) && `${node[N.type]}.${field[F.name]} ${value} ${field[F.note]}`.toLowerCase().includes(wanted)) results.push([i, k]);
            });
          }
          // What no table says may stand in the bytes, as it is typed or in the quotes that `--find` wants for that.
          if (!results.length) sought = new TextEncoder().encode(typed.replace(/^'(.+?)'?$/, "$1"));
        }
        for (const [source, at, bytes] of heads) {
          for (let i = -1; results.length < 1000 && (i = bytes.indexOf(sought[0], i + 1)) >= 0;) {
            if (sought.every((byte, k) => bytes[i + k] === byte)) results.push([, -1, -1, source, at + i]);
          }
        }
        for (const [node, , , source, offset] of results) hits.add(node ?? innermost(source, offset));
        result = -1;
        keep(isFiltered);
        // What the page does not have may be in the file all the same.
        const [lack, unread] = page.held, isText = !pairs && isNaN(offset), why = pairs ? unread : isText || isPlace ? lack : "";
        const rest = isText && unread ? "; media not searched" : "";
        found.textContent = results.length ? plural(results.length, "place")
          : (why ? absent + why : "not found" + (rest && " in structure")) + rest;
        say(found.textContent);
        if (results.length) step(1);
      };
      /** Leaves in the tree what is found and what is around it, or all. */
      const keep = (only) => {
        isFiltered = only;
        only &&= hits.size > 0;
        if (only || kept) {
          kept = only ? new Uint8Array(nodes.length) : null;
          if (only) for (const index of hits) for (let up = index; up >= 0; up = parents[up]) kept[up] = 1;
          layOut();
        }
        filter.setAttribute("aria-pressed", isFiltered);
        drawTree();
      };
      on(filter, "click", () => { keep(!isFiltered); if (rowOf[chosen] >= 0) reveal(chosen); });
      const step = (by) => {
        if (!results.length) return;
        result = (result + by + results.length) % results.length;
        const [node, field, row, source, offset] = results[result];
        found.textContent = `${grouped(result + 1)} of ${grouped(results.length)}`;
        if (offset >= 0) goToByte(source, offset); else choose(node, field, row);
      };
      let pending = 0;
      on(input, "input", () => { clearTimeout(pending); pending = setTimeout(() => during("type", () => search(input.value)), nodes.length > 5000 ? 250 : 60); });
      on(input, "keydown", (event) => {
        if (event.key === "Enter") { clearTimeout(pending); if (results.length && result >= 0) step(event.shiftKey ? -1 : 1); else search(input.value); }
        else if (event.key === "Escape") { stay(event); tree.focus(); }
      });

      // ---- Keys

      const move = (by) => choose(rows[max(0, min(rowOf[chosen] + by, rows.length - 1))]);
      /** Goes to what stands beside it, behind or before it. */
      const beside = (by) => {
        for (let index = chosen + by; index >= 0 && index < nodes.length && nodes[index][N.depth] >= nodes[chosen][N.depth]; index += by) {
          if (parents[index] === parents[chosen]) { choose(index); return; }
        }
      };
      const screen = () => floor(tree.clientHeight / rowHeight);
      const keys = {
        ArrowDown: () => move(1), ArrowUp: () => move(-1),
        ArrowRight: () => { if (isParent(chosen) && !isOpen[chosen]) fold(chosen, true); else if (isParent(chosen)) choose(chosen + 1); },
        ArrowLeft: () => { if (isParent(chosen) && isOpen[chosen]) fold(chosen, false); else if (parents[chosen] >= 0) choose(parents[chosen]); },
        Home: () => move(-1e9), End: () => move(1e9), PageDown: () => move(screen()), PageUp: () => move(-screen()),
        "]": () => beside(1), "[": () => beside(-1), "*": () => fold(chosen, true, true), Enter: () => inFields("tr[tabindex]")?.focus(),
      };
      on(tree, "keydown", (event) => {
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        const act = keys[event.key];
        if (act) { during("keys", act); stay(event); return; }
        if (/^[a-z0-9@]$/i.test(event.key) && !"nNgyYcf!".includes(event.key)) {
          // A letter goes to the next row whose name begins with it, as in any tree.
          for (let k = 1; k <= rows.length; k++) {
            const index = rows[(rowOf[chosen] + k) % rows.length];
            if (nodes[index][N.type].toLowerCase().startsWith(event.key.toLowerCase())) { during("keys", () => choose(index)); break; }
          }
        }
      });
      on($("fields"), "keydown", (event) => {
        const row = event.target.closest("tr[data-field]");
        if (!row) return;
        const near = (way) => { let next = row[way]; while (next && !next.hasAttribute("tabindex")) next = next[way]; return next; };
        if (event.key === "ArrowDown" || event.key === "ArrowUp") {
          const next = near(event.key === "ArrowDown" ? "nextElementSibling" : "previousElementSibling");
          stay(event);
          if (!next) return;
          const { row: number } = next.dataset, field = next.dataset["field"];
          during("keys", () => choose(chosen, Number(field), number == null ? -1 : Number(number)));
          inFields("tr.on")?.focus();
        } else if (event.key === "Enter") row.click();
        else if (event.key === "Escape" || event.key === "ArrowLeft") tree.focus();
      });
      // In the bytes to the field beside, or above and below.
      on(box, "keydown", (event) => {
        const [start, end] = lit[1] ? lit : [around[0], around[0] + 1], width = bytesPerLine();
        const to = { ArrowRight: end, ArrowLeft: start - 1, ArrowDown: max(end, start + width), ArrowUp: start - width }[event.key];
        if (to == null) return;
        stay(event);
        if (to >= 0 && to < sources[litSource].size) during("keys", () => goToByte(litSource, to));
      });
      let lastProblem = -1;
      on(window, "keydown", (event) => {
        if (event.target === input || event.ctrlKey || event.metaKey || event.altKey || $("keys").open) return;
        const acts = {
          "/": () => { input.focus(); input.select(); }, n: () => step(1), N: () => step(-1),
          g: () => { input.focus(); input.value = "0x"; }, y: () => copy(address(), "path"), Y: () => copy(hexOfChoice(), nameOf("bytes")),
          c: () => copy(command(), "command"), f: () => filter.click(),
          "!": () => { if (problems.length) { lastProblem = (lastProblem + 1) % problems.length; goToProblem(lastProblem); } },
          "?": () => $("keys").showModal(), Escape: () => tree.focus(),
        };
        if (acts[event.key]) { acts[event.key](); stay(event); }
      });

      // ---- Pictures and problems, as tabs above the tree

      const goToProblem = (number) => {
        const [, , , node, source, at, count] = problems[number];
        if (count > 0) goToByte(source, at); else if (node >= 0) choose(node);
        if (node >= 0 && chosen !== node && count > 0 && at >= nodes[node][N.at]) choose(node);
      };
      const templates = all("template[data-name]");
      /** Draws a picture apart to the width of the pane: what is right of its margin moves, words keep their size. */
      const stretch = (svg) => {
        const left = Number(svg.dataset.left), was = svg.getAttribute("width"), width = max(was, picture.clientWidth - 28);
        const to = (x) => (x > left ? left + (x - left) * (width - left - 16) / (was - left - 16) : x);
        svg.setAttribute("width", width);
        svg.setAttribute("viewBox", `0 0 ${width} ${svg.getAttribute("height")}`);
        for (const part of all("rect,line,path,text,.k", svg)) {
          if (part.closest("svg") !== svg || part.parentNode.matches(".x")) continue;
          const get = (name) => Number(part.getAttribute(name)), end = to(get("x") + get("width"));
          for (const name of ["x", "x1", "x2"]) if (get(name)) part.setAttribute(name, to(get(name)));
          if (get("width")) part.setAttribute("width", end - get("x"));
          if (part.matches(".z") && part.dataset.l <= +part.previousSibling.getAttribute("width")) part.classList.remove("z");
          for (const [name, places] of [["d", /(?<=[MLH])-?[\d.]+/g], ["data-box", /(?<=^\S+\s\S+\s)\S+/]]) {
            const value = part.getAttribute(name);
            if (value) part.setAttribute(name, value.replace(places, to));
          }
        }
      };
      const drawn = (template, isPaper) => {
        const narrow = !isPaper && innerWidth < 760 && all("template[data-narrow]").find((other) => other.dataset.narrow === template.dataset.name);
        const copy = (narrow || template).content.cloneNode(true);
        // The marks of both are the same, and the wide ones have the names.
        const names = narrow ? all("g", template.content).map((mark) => mark.querySelector("title")) : [];
        all("g", copy).forEach((mark, i) => { if (names[i]) mark.prepend(names[i].cloneNode(true)); });
        return copy;
      };
      const tabs = templates.map((template) => [template.dataset.name, (isPaper) => [drawn(template, isPaper)]]);
      if (templates.length > 1) tabs.push(["all pictures", () => templates.map((template) => drawn(template))]);
      const more = page.moreProblems;
      // Notes are read by who looks for them: they stand behind the pictures, where nothing is worse.
      if (problems.length) {
        tabs[wrong ? "unshift" : "push"]([`${wrong ? "problems" : "notes"} (${problems.length}${more ? "+" : ""})`, () => {
          const list = make("ul");
          problems.forEach(([severity, id, text, node], number) => list.append(make("li", {},
            span(`badge s${severity}`, marks[severity]),
            make("a", { href: node < 0 ? "#" : `#${encodeURI(path(node))}`, on: { click: (event) => { stay(event); goToProblem(number); } } }, node < 0 ? "file" : path(node)),
            `  ${text}  `, span("note", id))));
          list.append(make("li", { class: "note" }, more));
          return [list];
        }, more]);
      }
      const bar = document.querySelector("[role=tablist]"), picture = $("picture");
      const open = (number) => {
        [...bar.children].forEach((tab, i) => { tab.setAttribute("aria-selected", i === number); tab.tabIndex = i === number || (number < 0 && i === 0) ? 0 : -1; });
        picture.replaceChildren(...(number < 0 ? [] : tabs[number][1]()));
        if (number >= 0) {
          picture.setAttribute("aria-label", tabs[number][0]);
          bar.children[number].scrollIntoView({ block: "nearest", inline: "nearest" });
        }
        all("[data-left]", picture).forEach(stretch);
        readClocks();
        layOutBytes(); drawTree(); drawBytes();
      };
      const atFirst = (wrong || templates.length) && innerHeight > 700 && innerWidth > 760 ? 0 : -1;
      let opened = -1, redrawing = 0;
      /** Opens a tab, or none, which is in the address where it is not as it was at first. */
      const turnTo = (number) => {
        opened = number;
        open(number);
        if (!follows) writeAddress();
      };
      on(window, "resize", () => { clearTimeout(redrawing); redrawing = setTimeout(() => open(opened), 100); });
      tabs.forEach(([name, , title], number) => bar.append(make("button", {
        role: "tab", type: "button", title, "aria-selected": false, "aria-controls": "picture",
        on: { click: () => turnTo(opened === number ? -1 : number),
          keydown: (event) => {
            const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
            if (by) { const next = (number + by + tabs.length) % tabs.length; turnTo(next); bar.children[next].focus(); }
          } },
      }, name)));
      if (!tabs.length) $("pictures").remove();
      // On paper stand the problems and each picture above the outline, and below it the fields of what is open in the tree,
      // as many as people may want to leaf through.
      const paper = make("div", { id: "paper" }), details = make("div", { class: "paper" });
      $("plain").before(paper);
      $("plain").after(details);
      const fieldsOnPaper = () => {
        let room = 2000;
        const open = rows.filter((index) => fields[index]?.length), lines = (index) => fields[index].reduce((sum, field) => sum + 1 + (field[F.table]?.[1].length ?? 0), 1);
        const shown = open.filter((index) => { room -= lines(index); return room > 0; });
        if (fields[chosen]?.length && !shown.includes(chosen)) shown.unshift(chosen);
        const left = open.length - shown.length;
        return [...shown.flatMap((index) => [make("h2", {}, path(index)), fieldTable(index)]), left > 0 ? make("p", {}, `${plural(left, word)} more have no room on paper.`) : ""];
      };
      on(window, "beforeprint", () => {
        paper.replaceChildren(make("h1", {}, page.name), ...tabs.flatMap(([name, parts]) => (name === "all pictures" ? [] : parts(true))));
        details.replaceChildren(...fieldsOnPaper());
      });

      // ---- One moment in all pictures: strands go on beside each other, each by a clock of its own

      const strands = (page["strands"] ?? []).map(([name, owner, edits, steps]) => ({ name, clock: `${owner}`, edits, steps }));
      const told = strands.length && templates.length ? make("p", { id: "moment" }) : null;
      if (told) picture.after(told);
      let clocks = [], moment = null;
      // Times are microseconds; NaN is none.
      const inOwn = ({ edits }, time) => {
        const [start, , from, rate] = edits.find(([start, end]) => time >= start && time < end) ?? [];
        return from + (time - start) * rate / 65536;
      };
      const inCommon = ({ edits }, own) => {
        const [start, , from, rate] = edits.find(([start, end, from, rate]) => rate > 0 && own >= from && own < from + (end - start) * rate / 65536) ?? [];
        return start + (own - from) * 65536 / rate;
      };
      /** Goes to a time, or to one of a strand's own, and says what is there: [start, end, offset, first, last, text] of each. */
      const goToMoment = (number, own, time = inCommon(strands[number], own)) => {
        moment = { time, steps: strands.map((strand, i) => {
          const at = i === number ? own : inOwn(strand, time);
          return [at, strand.steps.find(([start, end]) => at >= start && at < end)];
        }) };
        drawMoment();
      };
      const drawMoment = () => {
        clear("same");
        if (!moment || !told) return;
        for (const [group, clock, [left, top, right, bottom, from, to]] of clocks) {
          const places = clock === "movie" ? [moment.time / 1e6] : moment.steps.map(([own, step], i) => (clock === "file" ? step?.[2] : clock === strands[i].clock ? own / 1e6 : NaN));
          group.replaceChildren(...places.filter((place) => place >= from && place <= to).map((place) => {
            const line = document.createElementNS(group.namespaceURI, "path");
            line.setAttribute("d", `M${left + (place - from) / (to - from) * (right - left)} ${top - 3}V${bottom + 3}`);
            return line;
          }));
        }
        const near = moment.steps.find(([, step]) => step?.[2] >= 0)?.[1];
        const words = moment.steps.flatMap(([, step], i) => {
          if (!step) return [];
          const [, , offset, first, last, text] = step, away = near && offset >= 0 ? offset - near[2] : 0, most = abs(away);
          for (const mark of all(`[data-s^="${strands[i].clock}:"]`, picture)) {
            const [, from, to] = mark.dataset.s.split(/[:-]/).map(Number);
            if (from <= last && to >= first) mark.classList.add("same");
          }
          return [`${strands[i].name} ${text}${away ? `, ${most < 1024 ? plural(most, "byte") : `${grouped(round(most / 1024))} KiB`} ${away > 0 ? "later" : "earlier"} in the file` : ""}`];
        });
        told.textContent = `${moment.time >= -1e15 ? `${(moment.time / 1e6).toFixed(3)} s` : "in no edit"}: ${words.join("; ") || "nothing"}`;
      };
      const readClocks = () => {
        clocks = all(".k", picture).map((group) => [group, group.dataset.clock, group.dataset.box.split(" ").map(Number)]);
        drawMoment();
      };
      /** The moment that a mark stands for. */
      const pointAtMark = (mark) => {
        const [owner, number] = mark?.dataset.s?.split(/[:-]/) ?? [], place = strands.findIndex(({ clock }) => clock === owner);
        const step = strands[place]?.steps.find(([, , , first, last]) => first <= number && last >= number);
        if (step) goToMoment(place, step[0]);
        return step;
      };
      /** The moment at a place of a lane that knows one; says whether there is such a lane. */
      const pointAt = (x, y) => clocks.some(([group, clock, [left, top, right, bottom, from, to]]) => {
        const box = group.ownerSVGElement.getBoundingClientRect(), along = (x - box.left - left) / (right - left), down = y - box.top;
        if (down < top - 3 || down > bottom + 3 || along < 0 || along > 1) return false;
        const place = from + along * (to - from);
        if (clock === "movie") goToMoment(-1, NaN, place * 1e6);
        else if (clock !== "file") goToMoment(strands.findIndex((strand) => strand.clock === clock), place * 1e6);
        else {
          // Of all steps that begin before the place the last one.
          let best = [, , -1], number = -1;
          strands.forEach(({ steps }, i) => steps.forEach((step) => { if (step[2] <= place && step[2] > best[2]) [best, number] = [step, i]; }));
          if (number >= 0) goToMoment(number, best[0]);
        }
        return true;
      });
      let frame = 0;
      on(picture, "pointermove", ({ clientX, clientY, target }) => {
        cancelAnimationFrame(frame);
        if (told) frame = requestAnimationFrame(() => pointAt(clientX, clientY) || pointAtMark(target.closest("[data-s]")));
      });
      const goToMark = (mark) => { if (mark) goToByte(0, Number(mark.dataset.go.slice(3))); };
      on(picture, "click", (event) => goToMark(event.target.closest("[data-go]")));
      // Keys go from mark to mark, each of which is named, and Enter to its bytes.
      on(picture, "keydown", (event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], marks = all("[data-go]", picture);
        const last = marks.findIndex((mark) => mark.classList.contains("at"));
        if (event.key === "Enter") goToMark(marks[last]);
        if (!by || !marks.length) return;
        stay(event);
        marks[last]?.classList.remove("at");
        const mark = marks[(max(last, by < 0 ? 0 : -1) + by + marks.length) % marks.length];
        mark.classList.add("at");
        mark.scrollIntoView({ block: "nearest", inline: "nearest" });
        const title = mark.querySelector("title")?.textContent ?? "";
        say(pointAtMark(mark) ? `${title}. ${told.textContent}` : title);
        note(title);
      });

      // ---- The address

      const first = wrong?.[3] >= 0 ? wrong[3] : max(0, nodes.findIndex((node) => node[N.type] === page["first"]));
      /** Goes to what the address says; where that is nothing, to what is chosen at first. */
      const follow = (starts) => {
        let text = location.hash.slice(1), tab, missing = "";
        try { text = decodeURI(text.replaceAll("%23", "#")); } catch { /* as it stands */ }
        [, text, , tab] = /^(.*?)(&tab=(.*))?$/s.exec(text);
        const place = resolve(text), wanted = tab == null ? atFirst : tabs.findIndex(([name]) => keyOf(name) === tab);
        clearTimeout(writing);
        follows = true;
        if (wanted !== opened) turnTo(wanted);
        if (/^0x[0-9a-f]+$/i.test(text)) goToByte(0, Number(text));
        else if (place) choose(...place);
        else {
          if (starts || !text) choose(first);
          if (text) missing = `${text} is ${absent}${page.held[0]}`;
        }
        follows = false;
        lastRun = "";
        if (page.left.length && starts) say(page.left.join(" "));
        if (missing) note(missing);
      };
      on(window, "popstate", () => follow());
      on(tree, "scroll", drawTree);
      on(box, "scroll", drawBytes);
      const panes = new ResizeObserver(() => { layOutBytes(); drawTree(); drawBytes(); });
      [tree, box].forEach((pane) => panes.observe(pane));

      document.documentElement.classList.add("live");
      layOut();
      if (nodes.length) follow(true);
    })();
    """#
}
