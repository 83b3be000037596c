/** What is known of messages besides their states. */
@NullMarked
package io.postrider.projections.messages;

import org.jspecify.annotations.NullMarked;
