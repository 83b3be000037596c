/** Tests against a cluster of containers. */
@NullMarked
package io.postrider.systemtests.cluster;

import org.jspecify.annotations.NullMarked;
