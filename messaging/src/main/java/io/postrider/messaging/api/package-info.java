/** Messaging: instances, messages, and the address that providers call. */
@NullMarked
package io.postrider.messaging.api;

import org.jspecify.annotations.NullMarked;
