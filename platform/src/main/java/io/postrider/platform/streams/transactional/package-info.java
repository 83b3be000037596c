/** State stores of exactly-once applications that survive a crash without being restored as a whole. */
@NullMarked
package io.postrider.platform.streams.transactional;

import org.jspecify.annotations.NullMarked;
