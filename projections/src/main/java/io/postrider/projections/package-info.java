/** The read models of a node: their views and their queries. */
@NullMarked
package io.postrider.projections;

import org.jspecify.annotations.NullMarked;
