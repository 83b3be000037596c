/**
 * The catalogue: one entry per aggregate, from which topics, codecs, decider registration, event types, webhook payloads,
 * scopes and limits follow.
 */
@NullMarked
package io.postrider.schemas.catalogue;

import org.jspecify.annotations.NullMarked;
