/** Hashes of bytes that are no secrets. */
@NullMarked
package io.postrider.runtime.hashes;

import org.jspecify.annotations.NullMarked;
