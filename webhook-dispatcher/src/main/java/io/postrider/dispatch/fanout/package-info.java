/** Finds the endpoints that an event is for and gives each a delivery. */
@NullMarked
package io.postrider.dispatch.fanout;

import org.jspecify.annotations.NullMarked;
