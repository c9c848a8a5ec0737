extension PublishedSchema {
  /// The name and version of the format of lists: samples, chunks, edits, the byte map.
  public static let listName: StaticString = "atomtools.list/1"

  /// The JSON Schema (draft 2020-12) of what ``JSONRenderer`` writes.
  ///
  /// A document (`--json`, `--json=tree`, a line of `--jsonl`) and each line of `--jsonl=node` are
  /// valid against it. Keys may be added in minor versions; readers pass over those they do not know.
  public static let dump = PublishedSchema(
    "atomtools.dump/1",
    #"""
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "title": "atomtools.dump/1",
      "description": "What atomdump and id3dump write: a document with --json and --jsonl; with --jsonl=node a line for the file, one for each node, one for each problem. Lists (--samples, --chunks, --timeline, --at, --map) are documents of rows, or with --jsonl=node a line for the file and one for each row. Offsets and sizes are in bytes; indexes count from 1.",
      "oneOf": [
        { "$ref": "#/$defs/document" },
        { "$ref": "#/$defs/fileLine" },
        { "$ref": "#/$defs/node" },
        { "$ref": "#/$defs/problemLine" },
        { "$ref": "#/$defs/list" },
        { "$ref": "#/$defs/listFileLine" },
        { "$ref": "#/$defs/listRowLine" }
      ],
      "$defs": {
        "document": {
          "type": "object",
          "properties": {
            "schema": { "const": "atomtools.dump/1" },
            "tool": { "$ref": "#/$defs/tool" },
            "file": { "$ref": "#/$defs/file" },
            "summary": { "$ref": "#/$defs/summary" },
            "tracks": { "type": "array", "items": { "$ref": "#/$defs/track" } },
            "digests": { "description": "With --digest.", "type": "array", "items": { "$ref": "#/$defs/digest" } },
            "sources": { "type": "array", "items": { "$ref": "#/$defs/source" } },
            "nodes": { "description": "In document order; with --json=tree only the outermost, the others in their children.", "type": "array", "items": { "$ref": "#/$defs/node" } },
            "problems": { "type": "array", "items": { "$ref": "#/$defs/problem" } }
          },
          "required": ["schema", "tool", "file", "summary", "tracks", "nodes", "problems"],
          "additionalProperties": false
        },
        "fileLine": {
          "type": "object",
          "properties": {
            "kind": { "const": "file" },
            "schema": { "const": "atomtools.dump/1" },
            "tool": { "$ref": "#/$defs/tool" },
            "file": { "$ref": "#/$defs/file" },
            "summary": { "$ref": "#/$defs/summary" },
            "tracks": { "type": "array", "items": { "$ref": "#/$defs/track" } },
            "digests": { "description": "With --digest.", "type": "array", "items": { "$ref": "#/$defs/digest" } },
            "sources": { "type": "array", "items": { "$ref": "#/$defs/source" } }
          },
          "required": ["kind", "schema", "tool", "file", "summary", "tracks"],
          "additionalProperties": false
        },
        "digest": {
          "description": "A digest of all media, of the payload of one node, or of the samples of a track in the order in which they are decoded.",
          "type": "object",
          "properties": {
            "of": { "enum": ["media", "payload", "track"] },
            "path": { "type": "string" },
            "track": { "type": "integer", "minimum": 0 },
            "kind": { "description": "video, audio and so on.", "type": "string" },
            "bytes": { "type": "integer", "minimum": 0 },
            "sha256": { "description": "Not there when not all of the bytes are in the file.", "type": "string" }
          },
          "required": ["of", "bytes"],
          "additionalProperties": false
        },
        "list": {
          "description": "Samples, chunks, edits, moments or ranges of a file; metadata items, fields of all formats, chapters, or pictures.",
          "type": "object",
          "properties": {
            "schema": { "const": "atomtools.list/1" },
            "list": { "$ref": "#/$defs/listKind" },
            "tool": { "$ref": "#/$defs/tool" },
            "file": { "$ref": "#/$defs/file" },
            "segments": { "$ref": "#/$defs/segments" },
            "rows": { "type": "array", "items": { "$ref": "#/$defs/listRow" } }
          },
          "required": ["schema", "list", "tool", "file", "rows"],
          "additionalProperties": false
        },
        "listFileLine": {
          "type": "object",
          "properties": {
            "kind": { "const": "file" },
            "schema": { "const": "atomtools.list/1" },
            "list": { "$ref": "#/$defs/listKind" },
            "tool": { "$ref": "#/$defs/tool" },
            "file": { "$ref": "#/$defs/file" },
            "segments": { "$ref": "#/$defs/segments" }
          },
          "required": ["kind", "schema", "list", "tool", "file"],
          "additionalProperties": false
        },
        "listRowLine": {
          "description": "A row of a list, with what it is.",
          "type": "object",
          "properties": {
            "kind": { "$ref": "#/$defs/listKind" },
            "headerSize": { "description": "Never there: a chunk that has one is a node.", "type": "null" }
          },
          "required": ["kind"]
        },
        "listRow": {
          "description": "What is not known is absent. Offsets and sizes are in bytes, decodeTime, compositionTime, duration, mediaStart, mediaDuration and mediaTime in ticks of the media, movieStart and movieDuration in ticks of the movie, all other times in seconds. file is the path of the file that a row is of, when there are segments.",
          "type": "object"
        },
        "segments": { "description": "The media segments that are listed with the file, in their order.", "type": "array", "items": { "$ref": "#/$defs/file" }, "minItems": 1 },
        "listKind": { "enum": ["sample", "chunk", "edit", "moment", "range", "item", "field", "chapter", "picture"] },
        "tool": {
          "type": "object",
          "properties": { "name": { "type": "string" }, "version": { "type": "string" } },
          "required": ["name", "version"],
          "additionalProperties": false
        },
        "file": {
          "type": "object",
          "properties": {
            "path": { "description": "As it was given; what is not UTF-8 is U+FFFD.", "type": "string" },
            "size": { "$ref": "#/$defs/natural" },
            "format": { "type": "string" },
            "brand": { "$ref": "#/$defs/code" }
          },
          "required": ["path", "size", "format"],
          "additionalProperties": false
        },
        "summary": {
          "type": "object",
          "properties": {
            "duration": {
              "type": "object",
              "properties": {
                "value": { "$ref": "#/$defs/natural" },
                "timescale": { "$ref": "#/$defs/natural" },
                "seconds": { "type": ["number", "null"] },
                "source": { "description": "Where the duration of sound comes from.", "enum": ["xing", "vbri", "counted", "tlen", "estimated"] },
                "claims": {
                  "description": "What the file claims besides, where somebody would notice.",
                  "type": "array",
                  "items": {
                    "type": "object",
                    "properties": {
                      "source": { "type": "string" },
                      "value": { "$ref": "#/$defs/natural" },
                      "timescale": { "$ref": "#/$defs/natural" },
                      "seconds": { "type": "number" }
                    },
                    "required": ["source", "value", "timescale", "seconds"],
                    "additionalProperties": false
                  }
                }
              },
              "required": ["value", "timescale", "seconds"],
              "additionalProperties": false
            },
            "fragmented": { "type": "boolean" },
            "faststart": { "description": "Absent when there is no media.", "type": "boolean" },
            "mimeType": { "description": "The media type with its parameters.", "type": "string" }
          },
          "required": ["fragmented"],
          "additionalProperties": false
        },
        "track": {
          "type": "object",
          "properties": {
            "id": { "$ref": "#/$defs/natural" },
            "handler": { "$ref": "#/$defs/code" },
            "codec": { "$ref": "#/$defs/code" },
            "codecs": { "description": "As in RFC 6381, one string for each sample entry.", "type": "string" },
            "supplementalCodecs": { "description": "The same for decoders of an enhancement.", "type": "string" },
            "width": { "$ref": "#/$defs/natural" },
            "height": { "$ref": "#/$defs/natural" },
            "sampleRate": { "type": ["number", "null"] },
            "channels": { "$ref": "#/$defs/natural" },
            "samples": { "$ref": "#/$defs/natural" },
            "language": { "type": "string" },
            "path": { "type": "string" }
          },
          "required": ["id", "handler", "path"],
          "additionalProperties": false
        },
        "source": {
          "description": "Bytes that were derived from a node: offsets of nodes that name it count in them.",
          "type": "object",
          "properties": {
            "id": { "type": "integer", "minimum": 1 },
            "from": { "description": "The path of the node.", "type": "string" },
            "kind": { "enum": ["zlib", "unsynchronised"] },
            "size": { "$ref": "#/$defs/natural" }
          },
          "required": ["id", "from", "kind", "size"],
          "additionalProperties": false
        },
        "node": {
          "type": "object",
          "properties": {
            "path": { "type": "string" },
            "kind": { "enum": ["atom", "tag", "frame", "chunk", "audio", "padding", "raw"] },
            "type": { "description": "Absent for raw and padding.", "$ref": "#/$defs/code" },
            "typeHex": { "description": "When the type is not four printable ASCII characters.", "$ref": "#/$defs/hex" },
            "usertype": { "description": "The extended type of a uuid atom.", "$ref": "#/$defs/uuid" },
            "offset": { "$ref": "#/$defs/natural" },
            "size": { "description": "What it uses, header included.", "$ref": "#/$defs/natural" },
            "declaredSize": { "description": "What its header says, when that is more than there is room for.", "$ref": "#/$defs/natural" },
            "headerSize": { "$ref": "#/$defs/natural" },
            "depth": { "$ref": "#/$defs/natural" },
            "source": { "$ref": "#/$defs/sourceID" },
            "folded": { "description": "The number of nodes beneath it that --depth leaves out.", "type": "integer", "minimum": 1 },
            "fields": { "type": "array", "items": { "$ref": "#/$defs/field" } },
            "children": { "type": "array", "items": { "$ref": "#/$defs/node" } }
          },
          "required": ["path", "kind", "offset", "size", "headerSize", "depth", "fields"],
          "additionalProperties": false
        },
        "field": {
          "type": "object",
          "properties": {
            "name": { "type": "string" },
            "offset": { "$ref": "#/$defs/natural" },
            "size": { "description": "The bytes it touches.", "$ref": "#/$defs/natural" },
            "bits": { "$ref": "#/$defs/bits" },
            "source": { "$ref": "#/$defs/sourceID" },
            "reserved": { "const": true },
            "value": { "$ref": "#/$defs/value" },
            "raw": { "description": "A fixed-point number as stored.", "$ref": "#/$defs/integer" },
            "symbol": { "description": "The name of the value.", "type": "string" },
            "set": { "description": "The names of the bits that are set.", "type": "array", "items": { "type": "string" } },
            "display": { "description": "For people, no part of the contract.", "type": "string" },
            "encoding": { "enum": ["utf-8", "us-ascii", "iso-8859-1", "macintosh", "utf-16be", "utf-16le"] },
            "hex": { "description": "All bytes it touches, at most 256 of them unless --limit all: with --hex, of codes, of text that is not valid in its encoding, of numbers that are not finite.", "$ref": "#/$defs/hex" },
            "fields": { "description": "The fields of a group or descriptor.", "type": "array", "items": { "$ref": "#/$defs/field" } },
            "items": { "description": "The items of a list.", "type": "array", "items": { "$ref": "#/$defs/item" } },
            "table": { "$ref": "#/$defs/table" },
            "index": { "description": "Of an item that was selected without its list, from 1.", "type": "integer", "minimum": 1 },
            "first": { "$ref": "#/$defs/first" },
            "count": { "description": "The items of a list; the values of an array of which some are omitted.", "$ref": "#/$defs/natural" },
            "omitted": { "$ref": "#/$defs/omitted" }
          },
          "required": ["name", "offset", "size"],
          "oneOf": [
            { "required": ["value"] },
            { "required": ["fields"] },
            { "required": ["items"] },
            { "required": ["table"] }
          ],
          "additionalProperties": false
        },
        "item": {
          "type": "object",
          "properties": {
            "index": { "description": "From 1.", "type": "integer", "minimum": 1 },
            "offset": { "$ref": "#/$defs/natural" },
            "size": { "$ref": "#/$defs/natural" },
            "bits": { "$ref": "#/$defs/bits" },
            "source": { "$ref": "#/$defs/sourceID" },
            "fields": { "type": "array", "items": { "$ref": "#/$defs/field" } }
          },
          "required": ["index", "offset", "size", "fields"],
          "additionalProperties": false
        },
        "table": {
          "description": "Rows of one size. A row is an array of values in the order of the columns; row 1 begins at the offset of the field, each other one stride after the one before it.",
          "type": "object",
          "properties": {
            "count": { "description": "The rows that are there.", "$ref": "#/$defs/natural" },
            "declared": { "description": "The rows that are promised.", "$ref": "#/$defs/natural" },
            "stride": { "description": "Bytes from one row to the next, a fraction when rows are not whole bytes: 1.5 is 12 bits.", "type": "number", "minimum": 0 },
            "columns": { "type": "array", "items": { "$ref": "#/$defs/column" } },
            "rows": { "type": "array", "items": { "type": "array", "items": { "$ref": "#/$defs/value" } } },
            "notes": { "description": "What other boxes say of each row, for people, no part of the contract.", "type": "array", "items": { "type": "string" } },
            "first": { "$ref": "#/$defs/first" },
            "omitted": { "$ref": "#/$defs/omitted" },
            "stats": {
              "description": "Of all rows, in the order of the columns; null for a column that is no quantity. No sum when it does not fit 64 bits.",
              "type": "array",
              "items": {
                "anyOf": [
                  { "type": "null" },
                  {
                    "type": "object",
                    "properties": {
                      "min": { "$ref": "#/$defs/integer" },
                      "max": { "$ref": "#/$defs/integer" },
                      "sum": { "$ref": "#/$defs/integer" }
                    },
                    "required": ["min", "max"],
                    "additionalProperties": false
                  }
                ]
              }
            }
          },
          "required": ["count", "declared", "stride", "columns", "rows"],
          "additionalProperties": false
        },
        "column": {
          "type": "object",
          "properties": {
            "name": { "type": "string" },
            "offset": { "description": "From the byte in which its row begins.", "$ref": "#/$defs/natural" },
            "size": { "$ref": "#/$defs/natural" },
            "bits": { "$ref": "#/$defs/bits" },
            "reserved": { "const": true }
          },
          "required": ["name", "offset", "size"],
          "additionalProperties": false
        },
        "omitted": {
          "description": "The first and the last row, item or value left out (--limit), counted from 1. Arrays of unnamed values are whole up to 16.",
          "type": "array", "items": { "type": "integer", "minimum": 1 }, "minItems": 2, "maxItems": 2
        },
        "first": { "description": "The number of the first row or value when --path selects some of them; absent for 1.", "type": "integer", "minimum": 2 },
        "bits": {
          "description": "When it is not whole bytes: its first bit, 0 being the most significant of the byte at offset, and how many there are.",
          "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2
        },
        "value": {
          "description": "Integers past 2^53-1 are decimal strings; fixed-point numbers are the exact decimal; codes are key strings; null is a number that is not finite; an array holds values without names.",
          "anyOf": [
            { "type": ["number", "string", "null"] },
            { "$ref": "#/$defs/bytes" },
            { "type": "array", "items": { "$ref": "#/$defs/value" } }
          ]
        },
        "bytes": {
          "type": "object",
          "properties": {
            "size": { "$ref": "#/$defs/natural" },
            "hex": { "$ref": "#/$defs/hex" },
            "truncated": { "description": "Whether hex is less than all.", "type": "boolean" }
          },
          "required": ["size", "hex", "truncated"],
          "additionalProperties": false
        },
        "problemLine": {
          "type": "object",
          "properties": {
            "kind": { "const": "problem" },
            "id": { "$ref": "#/$defs/problemID" },
            "severity": { "$ref": "#/$defs/severity" },
            "path": { "type": "string" },
            "offset": { "$ref": "#/$defs/natural" },
            "size": { "$ref": "#/$defs/natural" },
            "source": { "$ref": "#/$defs/sourceID" },
            "message": { "type": "string" },
            "expected": { "type": "string" },
            "found": { "$ref": "#/$defs/integer" },
            "action": { "type": "string" },
            "count": { "type": "integer", "minimum": 1 },
            "follows": { "$ref": "#/$defs/natural" }
          },
          "required": ["kind", "id", "severity", "path", "offset", "size", "message", "count"],
          "additionalProperties": false
        },
        "problem": {
          "type": "object",
          "properties": {
            "id": { "$ref": "#/$defs/problemID" },
            "severity": { "$ref": "#/$defs/severity" },
            "path": { "description": "Empty when it is about no node.", "type": "string" },
            "offset": { "$ref": "#/$defs/natural" },
            "size": { "$ref": "#/$defs/natural" },
            "source": { "$ref": "#/$defs/sourceID" },
            "message": { "type": "string" },
            "expected": { "type": "string" },
            "found": { "$ref": "#/$defs/integer" },
            "action": { "description": "What was done about it.", "type": "string" },
            "count": { "description": "How many it stands for: 1, and on the last one listed of its kind also those of that kind that are not listed.", "type": "integer", "minimum": 1 },
            "follows": { "description": "The index, from 0, of the problem it follows from.", "$ref": "#/$defs/natural" }
          },
          "required": ["id", "severity", "path", "offset", "size", "message", "count"],
          "additionalProperties": false
        },
        "problemID": { "type": "string", "pattern": "^[a-z0-9]+(-[a-z0-9]+)*$" },
        "severity": { "enum": ["error", "warning", "note"] },
        "sourceID": { "description": "The derived source that offsets count in; absent for the file.", "type": "integer", "minimum": 1 },
        "integer": { "anyOf": [{ "type": "integer" }, { "type": "string", "pattern": "^-?[0-9]+$" }] },
        "natural": { "anyOf": [{ "type": "integer", "minimum": 0 }, { "type": "string", "pattern": "^[0-9]+$" }] },
        "code": { "description": "A key string: 0xA9 in first place is @, a real @ there \\x40, bytes outside 0x20-0x7E \\xNN, a backslash two.", "type": "string" },
        "hex": { "type": "string", "pattern": "^([0-9a-f][0-9a-f])*$" },
        "uuid": { "type": "string", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$" }
      }
    }
    """#)
}
