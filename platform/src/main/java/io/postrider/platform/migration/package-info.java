/** How the entries of state stores come into a cluster with another number of partitions. */
@NullMarked
package io.postrider.platform.migration;

import org.jspecify.annotations.NullMarked;
