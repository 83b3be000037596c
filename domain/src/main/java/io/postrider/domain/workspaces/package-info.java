/** Workspaces: the tenants that everything else belongs to. */
@NullMarked
package io.postrider.domain.workspaces;

import org.jspecify.annotations.NullMarked;
