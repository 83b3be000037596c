/** How many requests callers make in a minute, on all nodes together. */
@NullMarked
package io.postrider.identity.ratelimit;

import org.jspecify.annotations.NullMarked;
