/** The questions that the public edge asks the read models, and their answers. */
@NullMarked
package io.postrider.platform.reads;

import org.jspecify.annotations.NullMarked;
