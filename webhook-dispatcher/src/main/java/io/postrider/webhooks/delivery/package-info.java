/** Attempts each delivery until it is taken or its schedule has run out. */
@NullMarked
package io.postrider.webhooks.delivery;

import org.jspecify.annotations.NullMarked;
