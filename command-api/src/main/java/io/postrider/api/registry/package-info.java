/** A read-only schema registry, as Confluent's clients ask for it, over the schemas that this build ships. */
@NullMarked
package io.postrider.api.registry;

import org.jspecify.annotations.NullMarked;
