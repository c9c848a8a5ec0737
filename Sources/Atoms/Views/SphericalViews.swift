import Structure

/// Whether pictures are fields, and in which order (QTFF, Video Sample Description Extensions).
package enum FieldHandling: FieldView {
  package static let table: StaticString = "fiel"
  package enum Field: String, CaseIterable, Sendable { case fields, detail }
}

/// How a picture holds two views (Spherical Video V2).
package enum StereoMode: FieldView {
  package static let table: StaticString = "st3d"
  package enum Field: String, CaseIterable, Sendable { case stereo_mode }
}

/// Which eyes there are views of (Apple Stereo Video).
package enum StereoView: FieldView {
  package static let table: StaticString = "stri"
  package static let parents: StaticString = "eyes"
  package enum Field: String, CaseIterable, Sendable {
    case eye_views_reversed, has_right_eye_view, has_left_eye_view
  }
}

/// How two views share a picture (Apple Stereo Video).
package enum ViewPacking: FieldView {
  package static let table: StaticString = "pkin"
  package enum Field: String, CaseIterable, Sendable { case view_packing_kind }
}

/// How a picture lies around who looks at it (Apple Stereo Video).
package enum ProjectionInformation: FieldView {
  package static let table: StaticString = "prji"
  package enum Field: String, CaseIterable, Sendable { case projection_kind }
}

/// How a picture lies around who looks at it (23090-2 §7.6.3).
package enum ProjectionFormat: FieldView {
  package static let table: StaticString = "prfr"
  package enum Field: String, CaseIterable, Sendable { case projection_type }
}

/// Which part of the sphere a picture is (Spherical Video V2).
package enum EquirectangularProjection: FieldView {
  package static let table: StaticString = "equi"
  package enum Field: String, CaseIterable, Sendable {
    case projection_bounds_top, projection_bounds_bottom, projection_bounds_left, projection_bounds_right
  }
}

/// How much is seen from left to right (Apple Stereo Video).
package enum FieldOfView: FieldView {
  package static let table: StaticString = "hfov"
  package enum Field: String, CaseIterable, Sendable { case field_of_view }
}

/// Stereo and projection in one text (Spherical Video V1).
package enum SphericalMetadata: FieldView {
  package static let table: StaticString = "FFCC8263-F855-4A93-8814-587A02521FDD"
  package enum Field: String, CaseIterable, Sendable { case rdf_xml }
}
