/** The dispatcher of a node: what it is made of. */
@NullMarked
package io.postrider.webhooks;

import org.jspecify.annotations.NullMarked;
