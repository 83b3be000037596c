/** Finds the endpoints that an event is for and gives each a delivery. */
@NullMarked
package io.postrider.webhooks.fanout;

import org.jspecify.annotations.NullMarked;
