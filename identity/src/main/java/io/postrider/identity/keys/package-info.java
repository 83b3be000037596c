/** The REST API of API keys. */
@NullMarked
package io.postrider.identity.keys;

import org.jspecify.annotations.NullMarked;
