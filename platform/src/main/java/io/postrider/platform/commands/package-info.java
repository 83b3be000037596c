/** The gateway to the command topics, as its callers see it. */
@NullMarked
package io.postrider.platform.commands;

import org.jspecify.annotations.NullMarked;
