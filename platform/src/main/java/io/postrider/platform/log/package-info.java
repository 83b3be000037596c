/** How aggregates find their partition, and where a write stands in the log. */
@NullMarked
package io.postrider.platform.log;

import org.jspecify.annotations.NullMarked;
