/** Short links by workspace, with what is counted about them. */
@NullMarked
package io.postrider.projections.links;

import org.jspecify.annotations.NullMarked;
