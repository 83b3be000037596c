/** Automation: addresses at which other systems publish events. */
@NullMarked
package io.postrider.domain.automation;

import org.jspecify.annotations.NullMarked;
