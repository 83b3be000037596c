/** Tests of what could lie in silence: parsers and the accounting of latencies. */
@NullMarked
package io.postrider.benchmarks;

import org.jspecify.annotations.NullMarked;
