/** The metrics of the parts of a process. */
@NullMarked
package io.postrider.platform.meters;

import org.jspecify.annotations.NullMarked;
