/** The limits of expressions: time, the size of values, and terminating patterns. */
@NullMarked
package io.postrider.expressions.bounds;

import org.jspecify.annotations.NullMarked;
