/** Who did what in a workspace, and who was not let. */
@NullMarked
package io.postrider.identity.audit;

import org.jspecify.annotations.NullMarked;
