/** The REST API of short links. */
@NullMarked
package io.postrider.api.links;

import org.jspecify.annotations.NullMarked;
