/** The contents of files, which are outside of the log. */
@NullMarked
package io.postrider.messaging.media;

import org.jspecify.annotations.NullMarked;
