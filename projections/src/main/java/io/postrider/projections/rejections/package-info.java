/** Reports to workspaces which of their records applications have set aside. */
@NullMarked
package io.postrider.projections.rejections;

import org.jspecify.annotations.NullMarked;
