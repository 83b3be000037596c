/** Variations of JSON for tests. */
@NullMarked
package io.postrider.testkit.json;

import org.jspecify.annotations.NullMarked;
