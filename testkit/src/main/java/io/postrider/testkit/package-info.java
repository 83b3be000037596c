/** Rules and helpers for all tests. */
@NullMarked
package io.postrider.testkit;

import org.jspecify.annotations.NullMarked;
