/** Messages that instances send and receive, with their receipts. */
@NullMarked
package io.postrider.domain.messages;

import org.jspecify.annotations.NullMarked;
