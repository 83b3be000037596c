/** Everything in one process: the broker, the services, and the order in which they start and stop. */
@NullMarked
package io.postrider.standalone;

import org.jspecify.annotations.NullMarked;
