/** Workspaces, their members, and whom they invite. */
@NullMarked
package io.postrider.api.workspaces;

import org.jspecify.annotations.NullMarked;
