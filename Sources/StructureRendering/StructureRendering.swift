// The room for StructureRendering.
