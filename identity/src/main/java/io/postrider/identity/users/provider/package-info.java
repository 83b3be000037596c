/** Sign-in by a provider of OpenID Connect. */
@NullMarked
package io.postrider.identity.users.provider;

import org.jspecify.annotations.NullMarked;
