/** Kafka serializers of the public topics, for consumers in Java. */
@NullMarked
package io.postrider.schemas.kafka;

import org.jspecify.annotations.NullMarked;
