/** Tests of the engine's own parts. */
@NullMarked
package io.postrider.automation;

import org.jspecify.annotations.NullMarked;
