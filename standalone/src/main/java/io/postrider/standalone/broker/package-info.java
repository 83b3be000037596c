/** The Kafka broker inside the process: its folder, its ports, its settings, its start and its end. */
@NullMarked
package io.postrider.standalone.broker;

import org.jspecify.annotations.NullMarked;
