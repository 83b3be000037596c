/** The dispatcher of a node: what it is made of. */
@NullMarked
package io.postrider.dispatch;

import org.jspecify.annotations.NullMarked;
