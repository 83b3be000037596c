/** The channel gateway: messages out to providers, calls of providers in, and a simulated network. */
@NullMarked
package io.postrider.messaging.gateway;

import org.jspecify.annotations.NullMarked;
