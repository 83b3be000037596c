/** The partitions of aggregates, and the positions of writes in the log. */
@NullMarked
package io.postrider.platform.offsets;

import org.jspecify.annotations.NullMarked;
