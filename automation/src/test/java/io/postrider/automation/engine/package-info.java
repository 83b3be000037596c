/** Tests of the engine's own parts. */
@NullMarked
package io.postrider.automation.engine;

import org.jspecify.annotations.NullMarked;
