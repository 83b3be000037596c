/** Who makes a request: API keys verified from local state, and how often each may call. */
@NullMarked
package io.postrider.api.auth;

import org.jspecify.annotations.NullMarked;
