/** Lists of resources: rows, indexes and pages that follow from the catalogue. */
@NullMarked
package io.postrider.projections.lists;

import org.jspecify.annotations.NullMarked;
