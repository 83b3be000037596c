/** Read models of messages beside their states. */
@NullMarked
package io.postrider.projections.messages;

import org.jspecify.annotations.NullMarked;
