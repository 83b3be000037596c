/** OpenID Connect, as far as it is protocol: where a provider is, and whom it has let in. */
@NullMarked
package io.postrider.identity.oidc;

import org.jspecify.annotations.NullMarked;
