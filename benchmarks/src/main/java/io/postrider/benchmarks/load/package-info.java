/** Load, and what it measures. */
@NullMarked
package io.postrider.benchmarks.load;

import org.jspecify.annotations.NullMarked;
