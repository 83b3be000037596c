/** Every setting of a Postrider process, read once from its environment. */
@NullMarked
package io.postrider.platform.settings;

import org.jspecify.annotations.NullMarked;
