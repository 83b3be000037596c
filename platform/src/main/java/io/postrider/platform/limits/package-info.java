/** Limits on the capacity of a node that one workspace uses. */
@NullMarked
package io.postrider.platform.limits;

import org.jspecify.annotations.NullMarked;
