/** Problems (RFC 9457), responses, and values that are validated or a problem. */
@NullMarked
package io.postrider.web.problem;

import org.jspecify.annotations.NullMarked;
