/** Messaging instances: the numbers that messages are sent from, and their states. */
@NullMarked
package io.postrider.domain.instances;

import org.jspecify.annotations.NullMarked;
