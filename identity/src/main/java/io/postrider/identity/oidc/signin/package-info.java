/** Sign-in by a provider of OpenID Connect. */
@NullMarked
package io.postrider.identity.oidc.signin;

import org.jspecify.annotations.NullMarked;
