/** Hashes of bytes that are no secrets. */
@NullMarked
package io.postrider.platform.hashes;

import org.jspecify.annotations.NullMarked;
