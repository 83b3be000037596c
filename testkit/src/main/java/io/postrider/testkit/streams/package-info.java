/** Faults in the topologies of Kafka Streams that tests drive. */
@NullMarked
package io.postrider.testkit.streams;

import org.jspecify.annotations.NullMarked;
