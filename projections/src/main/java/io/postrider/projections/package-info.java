/** The read models of a node: what they are made of, and how questions reach them. */
@NullMarked
package io.postrider.projections;

import org.jspecify.annotations.NullMarked;
