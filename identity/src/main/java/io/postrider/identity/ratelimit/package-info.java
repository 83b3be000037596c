/** Limits on the requests per minute of each caller, on all nodes together. */
@NullMarked
package io.postrider.identity.ratelimit;

import org.jspecify.annotations.NullMarked;
