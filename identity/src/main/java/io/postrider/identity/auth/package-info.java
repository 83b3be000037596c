/** Who makes a request: API keys verified from local state, and how often each may call. */
@NullMarked
package io.postrider.identity.auth;

import org.jspecify.annotations.NullMarked;
