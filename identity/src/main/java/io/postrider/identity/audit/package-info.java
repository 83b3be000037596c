/** The audit log of a workspace: completed and denied operations. */
@NullMarked
package io.postrider.identity.audit;

import org.jspecify.annotations.NullMarked;
