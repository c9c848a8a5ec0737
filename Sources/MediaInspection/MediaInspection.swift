// The room for MediaInspection.
