// The room for Atoms.
