/** The common parts of all read models: pages, cursors and the interface of query handlers. */
@NullMarked
package io.postrider.projections.reading;

import org.jspecify.annotations.NullMarked;
