/** Waits until projections have read everything decided or written before a time. */
@NullMarked
package io.postrider.platform.views.commands;

import org.jspecify.annotations.NullMarked;
