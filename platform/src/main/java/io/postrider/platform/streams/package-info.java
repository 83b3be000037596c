/** How Kafka Streams applications are set up, alike in every service. */
@NullMarked
package io.postrider.platform.streams;

import org.jspecify.annotations.NullMarked;
