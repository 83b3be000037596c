/** The common set-up of Kafka Streams applications in every service. */
@NullMarked
package io.postrider.platform.streams;

import org.jspecify.annotations.NullMarked;
