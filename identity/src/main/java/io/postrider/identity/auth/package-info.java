/** Authentication of requests: API keys and sessions verified from local state, and their rate limits. */
@NullMarked
package io.postrider.identity.auth;

import org.jspecify.annotations.NullMarked;
