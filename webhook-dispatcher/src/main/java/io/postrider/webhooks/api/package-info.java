/** The REST API of webhook endpoints and of what was delivered to them. */
@NullMarked
package io.postrider.webhooks.api;

import org.jspecify.annotations.NullMarked;
