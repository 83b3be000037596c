/** Short links: what may be created, changed, followed and deleted. */
@NullMarked
package io.postrider.domain.links;

import org.jspecify.annotations.NullMarked;
