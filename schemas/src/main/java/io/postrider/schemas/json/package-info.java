/** Resources and events as JSON, as the API, webhooks and the event log show them. */
@NullMarked
package io.postrider.schemas.json;

import org.jspecify.annotations.NullMarked;
