/** The automation engine: matches events with rules, and runs them. */
@NullMarked
package io.postrider.automation.engine;

import org.jspecify.annotations.NullMarked;
