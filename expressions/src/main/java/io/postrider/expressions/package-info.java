/** The rule language of automation: CEL for every condition, JSONata for every shape. */
@NullMarked
package io.postrider.expressions;

import org.jspecify.annotations.NullMarked;
