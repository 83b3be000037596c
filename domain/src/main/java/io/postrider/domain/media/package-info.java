/** Files of messages: those that are uploaded to be sent, and those that come with received messages. */
@NullMarked
package io.postrider.domain.media;

import org.jspecify.annotations.NullMarked;
