/** Publishing endpoints: their resource, and the requests that become events. */
@NullMarked
package io.postrider.automation.publishing;

import org.jspecify.annotations.NullMarked;
