/** Operations on resources: writes to the log, and reads that follow them. */
@NullMarked
package io.postrider.web.resource;

import org.jspecify.annotations.NullMarked;
