/** People: signing in and out, who somebody is, and the workspaces that he is a member of. */
@NullMarked
package io.postrider.api.people;

import org.jspecify.annotations.NullMarked;
