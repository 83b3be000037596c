/** The topics and the records on them that cross a process. */
@NullMarked
package io.postrider.schemas;

import org.jspecify.annotations.NullMarked;
