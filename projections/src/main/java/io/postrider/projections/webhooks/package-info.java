/** Webhook endpoints, their deliveries and the attempts of these. */
@NullMarked
package io.postrider.projections.webhooks;

import org.jspecify.annotations.NullMarked;
