/** Bounds on what one workspace takes of a node. */
@NullMarked
package io.postrider.platform.limits;

import org.jspecify.annotations.NullMarked;
