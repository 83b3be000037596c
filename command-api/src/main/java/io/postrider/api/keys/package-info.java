/** The REST API of API keys. */
@NullMarked
package io.postrider.api.keys;

import org.jspecify.annotations.NullMarked;
