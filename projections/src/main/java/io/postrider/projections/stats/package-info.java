/** Clicks per link and their roll-ups by hour and day. */
@NullMarked
package io.postrider.projections.stats;

import org.jspecify.annotations.NullMarked;
