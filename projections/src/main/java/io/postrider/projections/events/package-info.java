/** Each workspace's log of events, in the order in which this node learned of them. */
@NullMarked
package io.postrider.projections.events;

import org.jspecify.annotations.NullMarked;
