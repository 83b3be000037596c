/** Schema ids from a registry that speaks Confluent's REST interface. */
@NullMarked
package io.postrider.platform.registry;

import org.jspecify.annotations.NullMarked;
