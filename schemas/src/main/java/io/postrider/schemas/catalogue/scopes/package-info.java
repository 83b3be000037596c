/** Which scopes read an event. */
@NullMarked
package io.postrider.schemas.catalogue.scopes;

import org.jspecify.annotations.NullMarked;
