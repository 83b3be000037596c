/** Tests against real processes, over HTTP. */
@NullMarked
package io.postrider.systemtests;

import org.jspecify.annotations.NullMarked;
