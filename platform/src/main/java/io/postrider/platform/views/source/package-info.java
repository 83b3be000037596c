/** Projections as state stores of Kafka Streams, whose partitions are divided among the nodes. */
@NullMarked
package io.postrider.platform.views.source;

import org.jspecify.annotations.NullMarked;
