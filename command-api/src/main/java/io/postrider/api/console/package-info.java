/** Hands the console's files out: pages that are clients of the API and of nothing else. */
@NullMarked
package io.postrider.api.console;

import org.jspecify.annotations.NullMarked;
