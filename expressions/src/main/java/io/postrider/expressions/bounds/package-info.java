/** What an expression may use: time, the size of values, and patterns that end. */
@NullMarked
package io.postrider.expressions.bounds;

import org.jspecify.annotations.NullMarked;
