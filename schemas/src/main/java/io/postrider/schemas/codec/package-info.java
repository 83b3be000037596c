/** Reads and writes the records of topics: Avro in Confluent's framing, with the schemas that belong to them. */
@NullMarked
package io.postrider.schemas.codec;

import org.jspecify.annotations.NullMarked;
