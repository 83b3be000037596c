/** The log as the services need it: how it is reached, how its topics are set up and checked, and whether it answers. */
@NullMarked
package io.postrider.platform.kafka;

import org.jspecify.annotations.NullMarked;
