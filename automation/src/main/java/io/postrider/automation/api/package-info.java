/** Automation: endpoints at which other systems publish events. */
@NullMarked
package io.postrider.automation.api;

import org.jspecify.annotations.NullMarked;
