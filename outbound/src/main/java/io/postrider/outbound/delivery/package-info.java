/** The delivery engine: a queue in lanes, attempts, retries, and a log of their outcomes. */
@NullMarked
package io.postrider.outbound.delivery;

import org.jspecify.annotations.NullMarked;
