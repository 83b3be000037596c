/** Schema ids from a registry that speaks Confluent's REST interface. */
@NullMarked
package io.postrider.runtime.registry;

import org.jspecify.annotations.NullMarked;
