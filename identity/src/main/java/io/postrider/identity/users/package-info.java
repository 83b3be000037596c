/** People: signing in and out, who somebody is, and the workspaces that he is a member of. */
@NullMarked
package io.postrider.identity.users;

import org.jspecify.annotations.NullMarked;
