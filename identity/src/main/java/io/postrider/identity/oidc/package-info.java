/** The protocol of OpenID Connect: discovery and authentication at a provider. */
@NullMarked
package io.postrider.identity.oidc;

import org.jspecify.annotations.NullMarked;
