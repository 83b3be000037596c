/** The scopes that read events. */
@NullMarked
package io.postrider.schemas.catalogue.scopes;

import org.jspecify.annotations.NullMarked;
