/** Files of messages: uploaded ones and received ones. */
@NullMarked
package io.postrider.domain.media;

import org.jspecify.annotations.NullMarked;
