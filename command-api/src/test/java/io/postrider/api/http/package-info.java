/** Tests of what all operations share, with the whole API. */
@NullMarked
package io.postrider.api.http;

import org.jspecify.annotations.NullMarked;
