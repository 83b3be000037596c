/** The command that moves an installation into a cluster with more partitions. */
@NullMarked
package io.postrider.standalone.migrate;

import org.jspecify.annotations.NullMarked;
