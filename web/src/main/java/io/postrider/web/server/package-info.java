/** The HTTP server: its limits, addresses, headers of every response, and the writing of problems. */
@NullMarked
package io.postrider.web.server;

import org.jspecify.annotations.NullMarked;
