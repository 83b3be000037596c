/** Messages: what is sent and received through instances, and what became of it. */
@NullMarked
package io.postrider.domain.messages;

import org.jspecify.annotations.NullMarked;
