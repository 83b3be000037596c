/** Looks into the engine from its own package. */
@NullMarked
package io.postrider.automation.engine;

import org.jspecify.annotations.NullMarked;
