/** Lets tests write a store without a runner. */
@NullMarked
package io.postrider.platform.views;

import org.jspecify.annotations.NullMarked;
