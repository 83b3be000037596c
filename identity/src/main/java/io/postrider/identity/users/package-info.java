/** Users: sign-in and sign-out, their data, and the workspaces that they are members of. */
@NullMarked
package io.postrider.identity.users;

import org.jspecify.annotations.NullMarked;
