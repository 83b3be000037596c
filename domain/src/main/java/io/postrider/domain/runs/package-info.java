/** Runs of rules and their steps. */
@NullMarked
package io.postrider.domain.runs;

import org.jspecify.annotations.NullMarked;
