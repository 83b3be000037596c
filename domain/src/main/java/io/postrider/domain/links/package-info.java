/** Short links: their rules, commands and events. */
@NullMarked
package io.postrider.domain.links;

import org.jspecify.annotations.NullMarked;
