/** Waits until projections have read what was decided, or written, before a moment. */
@NullMarked
package io.postrider.platform.views.commands;

import org.jspecify.annotations.NullMarked;
