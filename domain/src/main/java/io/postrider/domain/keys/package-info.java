/** API keys: their token format, scopes and life from creation to revocation. */
@NullMarked
package io.postrider.domain.keys;

import org.jspecify.annotations.NullMarked;
