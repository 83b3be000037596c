/** Files that a process keeps for itself. */
@NullMarked
package io.postrider.runtime.files;

import org.jspecify.annotations.NullMarked;
