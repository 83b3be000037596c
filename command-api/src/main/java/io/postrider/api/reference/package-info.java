/** Hands out the API reference without JavaScript. */
@NullMarked
package io.postrider.api.reference;

import org.jspecify.annotations.NullMarked;
