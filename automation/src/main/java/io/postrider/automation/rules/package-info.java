/** Rules as they are run: their definitions, their actions, and the step that follows on a run. */
@NullMarked
package io.postrider.automation.rules;

import org.jspecify.annotations.NullMarked;
