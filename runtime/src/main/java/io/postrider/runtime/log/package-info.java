/** How aggregates find their partition, and where a write stands in the log. */
@NullMarked
package io.postrider.runtime.log;

import org.jspecify.annotations.NullMarked;
