/** How aggregates find their partition, and where a write stands in the log. */
@NullMarked
package io.postrider.platform.offsets;

import org.jspecify.annotations.NullMarked;
