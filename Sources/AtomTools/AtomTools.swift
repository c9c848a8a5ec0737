// One import opens a file: what a program needs is in these modules, and a name of any of them is a name
// of this one.

@_exported public import ByteReading
@_exported public import MediaFacts
@_exported public import MediaInspection
@_exported public import MediaMetadata
@_exported public import MediaReports
@_exported public import Structure
@_exported public import StructureDiff
@_exported public import StructureRendering
