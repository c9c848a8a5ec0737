// The room for Structure.
