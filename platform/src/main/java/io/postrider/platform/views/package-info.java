/** Replicated local read models: every node applies the log to a RocksDB of its own and knows how far it has come. */
@NullMarked
package io.postrider.platform.views;

import org.jspecify.annotations.NullMarked;
