/** Sending commands from the edge to the log, and receiving their outcomes. */
@NullMarked
package io.postrider.decider.client;

import org.jspecify.annotations.NullMarked;
