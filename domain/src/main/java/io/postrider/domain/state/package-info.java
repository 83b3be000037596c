/** Values that the rules of a workspace keep from run to run. */
@NullMarked
package io.postrider.domain.state;

import org.jspecify.annotations.NullMarked;
