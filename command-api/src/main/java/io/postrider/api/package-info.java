/** The public edge of a node: what it is made of. */
@NullMarked
package io.postrider.api;

import org.jspecify.annotations.NullMarked;
