/** Messaging: instances, messages, and the address that providers call. */
@NullMarked
package io.postrider.api.messaging;

import org.jspecify.annotations.NullMarked;
