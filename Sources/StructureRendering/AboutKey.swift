package import ByteReading

/// The keys of the format `atomtools.about/2`.
package enum AboutKey: FixedText, DocumentKey, FileKey {
  case schema, tool, name, version, path, pathHex, container, format, brand, size, duration,
    durationSource, durationClaims, source, seconds, bitRate, audio, coding, sampleRate,
    channels, channelLayout, bits, constantBitRate, fragments, fastStart, mediaType, hls, writtenBy, answer, part,
    field, claims, notRead, image, width, height, items, columns, rows, tileWidth, tileHeight, thumbnails, auxiliaries, exif, xmp, tags, tracks, id, kind, code, handler, codec,
    codecName, codecs, supplementalCodecs, shownWidth, shownHeight, rotation, angle, rotationWhy, mirrored,
    pixelAspect, across, down, samples, frameRate, variableFrameRate, colour, primaries,
    transfer, matrix, fullRange, profileBytes, hdr, display, masteringDisplay, whitePoint,
    maximum, minimum, contentLight, average, dolbyVision, profile, level, compatibility,
    metadata, enhancementLayer, baseLayer, dynamicMetadata, timecode, language, start,
    nominalStart, end, protection, scheme, entries, protectedEntries, keys, pattern, encrypted,
    clear, vectorSize, constantVectorSize, changes, disabled, audioLateness,
    nominalAudioLateness, protectionSystems, systems, boxes, chapters, count, track, of, usedBy,
    made, date, camera, make, model, lens, software, serialNumber, location, personalData,
    problems, errors, warnings, notes, checked, reason, bytes, found, identifier, value, latitude,
    longitude, altitude, syncSamples, partialSyncSamples, syncDistance, syncDistanceAt, peakBitRate, playableUntil,
    audioEndLateness, headerLateness, scanning, stereo, projection, order, views, reversed, fieldOfView,
    coded, chroma, opacityBits, textRole, forced, hardOfHearing, preferred, rules,
    severity, digests, sha256, trackCount, codecList, protectionAnswer, videoTrack, videoCodec, videoCodecName,
    videoBitRate, colourAnswer, colourPrimaries, colourTransfer, colourMatrix, dolbyVisionProfile, audioTrack,
    audioCodec, audioCodecName, audioBitRate, audioLanguage, writer, madeDate, cameraMake, cameraModel,
    locationAnswer, personalDataAnswer, errorCount, warningCount, noteCount, ruleList, mediaSHA256, videoSHA256,
    audioSHA256, credentials, label, generator, title, signature, assertions, verdict, fileHash,
    gapless, loudness, covers, skip, decoder, drop, dropWhy, left, declaredType, progressive, pictureType,
    advice, plays, playsWhy, player, delivery, conflicts, rate,
    tolerance, preRoll, firstSyncKind, syncKinds, hasUnreadKeys, frameDurations, entryChanges, sample, entry, indexes, encoderSettings, absent,
    audioLatenessWithoutEdits, captions, kinds, padding, gaps, mediaParts, displayClaims, pieces, matching, offset,
    disagreements, why, unused, freeSpace, unreferenced, derivation, derivedFrom, groupVectorSizes, keyChanges, key,
    motionPhoto, startTime, startWhy, holds, hlsAttributes, bandwidth, averageBandwidth, videoRange, exactRate, numerator,
    denominator, aspect, aperture, contradictions, what, lines, moreEntryChanges, shown, from, before, after
}
