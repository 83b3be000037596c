/** Clicks per link and their roll-ups by quarter of an hour. */
@NullMarked
package io.postrider.projections.stats;

import org.jspecify.annotations.NullMarked;
