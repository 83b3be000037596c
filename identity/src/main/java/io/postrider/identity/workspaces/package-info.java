/** Workspaces, their members and their invitations. */
@NullMarked
package io.postrider.identity.workspaces;

import org.jspecify.annotations.NullMarked;
