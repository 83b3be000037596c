/** Bounds on what one workspace takes of a node. */
@NullMarked
package io.postrider.runtime.limits;

import org.jspecify.annotations.NullMarked;
