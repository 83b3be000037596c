/** Readers of bodies and queries, which collect every error. */
@NullMarked
package io.postrider.web.body;

import org.jspecify.annotations.NullMarked;
