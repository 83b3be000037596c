/** What all read models share: pages, cursors and the shape of a question's handler. */
@NullMarked
package io.postrider.projections.reading;

import org.jspecify.annotations.NullMarked;
