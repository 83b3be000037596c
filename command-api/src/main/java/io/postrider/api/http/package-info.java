/** What all operations of the API share: routes, problems, bodies, preconditions, idempotency, writes and reads. */
@NullMarked
package io.postrider.api.http;

import org.jspecify.annotations.NullMarked;
