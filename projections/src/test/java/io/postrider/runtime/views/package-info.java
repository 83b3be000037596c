/** Lets tests write a store without a runner. */
@NullMarked
package io.postrider.runtime.views;

import org.jspecify.annotations.NullMarked;
