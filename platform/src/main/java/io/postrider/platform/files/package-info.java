/** Files that a process keeps for itself. */
@NullMarked
package io.postrider.platform.files;

import org.jspecify.annotations.NullMarked;
