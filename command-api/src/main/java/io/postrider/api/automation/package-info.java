/** Automation: endpoints at which other systems publish events. */
@NullMarked
package io.postrider.api.automation;

import org.jspecify.annotations.NullMarked;
