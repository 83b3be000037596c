/** The keys that keep secrets out of the log: the pepper, the master key and the workspaces' data keys. */
@NullMarked
package io.postrider.platform.secrets;

import org.jspecify.annotations.NullMarked;
