/** Looks into the engine from its own package. */
@NullMarked
package io.postrider.automation;

import org.jspecify.annotations.NullMarked;
