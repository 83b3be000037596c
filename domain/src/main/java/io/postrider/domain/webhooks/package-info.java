/** Webhook endpoints: who is told of which events, and when that stops. */
@NullMarked
package io.postrider.domain.webhooks;

import org.jspecify.annotations.NullMarked;
