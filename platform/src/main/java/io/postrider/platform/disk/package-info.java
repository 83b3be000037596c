/** How much space the data folder has left, and what that leaves room for. */
@NullMarked
package io.postrider.platform.disk;

import org.jspecify.annotations.NullMarked;
