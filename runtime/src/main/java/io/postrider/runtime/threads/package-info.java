/** Which threads come first. */
@NullMarked
package io.postrider.runtime.threads;

import org.jspecify.annotations.NullMarked;
