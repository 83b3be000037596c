/** The {@code /me} endpoint. */
@NullMarked
package io.postrider.identity.account;

import org.jspecify.annotations.NullMarked;
