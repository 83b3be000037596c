/** How the edge sends commands to the log and hears what became of them. */
@NullMarked
package io.postrider.decider.client;

import org.jspecify.annotations.NullMarked;
