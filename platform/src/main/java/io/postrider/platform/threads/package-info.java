/** Which threads come first, and how the end of a thread is noticed. */
@NullMarked
package io.postrider.platform.threads;

import org.jspecify.annotations.NullMarked;
