/** The free space of the data folder, and the work that it permits. */
@NullMarked
package io.postrider.platform.disk;

import org.jspecify.annotations.NullMarked;
