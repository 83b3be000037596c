/** The topology that turns commands into events and returns outcomes before the commit. */
@NullMarked
package io.postrider.decider;

import org.jspecify.annotations.NullMarked;
