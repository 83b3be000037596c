/** Workspaces, their members, and whom they invite. */
@NullMarked
package io.postrider.identity.workspaces;

import org.jspecify.annotations.NullMarked;
