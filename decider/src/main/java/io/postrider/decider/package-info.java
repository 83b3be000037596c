/** The topology that turns commands into events, and what it answers before they are committed. */
@NullMarked
package io.postrider.decider;

import org.jspecify.annotations.NullMarked;
