/** The REST API of a workspace's event log: lists, a stream, and the catalogue of types. */
@NullMarked
package io.postrider.api.events;

import org.jspecify.annotations.NullMarked;
