/** Health and metrics of a process on a port of their own. */
@NullMarked
package io.postrider.standalone.management;

import org.jspecify.annotations.NullMarked;
