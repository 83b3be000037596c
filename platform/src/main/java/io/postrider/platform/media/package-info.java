/** The contents of files, which are outside of the log. */
@NullMarked
package io.postrider.platform.media;

import org.jspecify.annotations.NullMarked;
