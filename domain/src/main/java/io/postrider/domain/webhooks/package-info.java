/** Webhook endpoints: their event types, secrets and states. */
@NullMarked
package io.postrider.domain.webhooks;

import org.jspecify.annotations.NullMarked;
