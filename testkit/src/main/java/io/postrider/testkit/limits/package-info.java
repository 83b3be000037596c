/** Ends a run of tests that hangs, and prints where it hangs. */
@NullMarked
package io.postrider.testkit.limits;

import org.jspecify.annotations.NullMarked;
