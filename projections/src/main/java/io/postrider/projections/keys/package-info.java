/** API keys by workspace. */
@NullMarked
package io.postrider.projections.keys;

import org.jspecify.annotations.NullMarked;
