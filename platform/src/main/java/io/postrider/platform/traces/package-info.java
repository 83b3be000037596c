/** Traces of OpenTelemetry: spans, their propagation in requests and records, and their export. */
@NullMarked
package io.postrider.platform.traces;

import org.jspecify.annotations.NullMarked;
