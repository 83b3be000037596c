/** Variations of records for tests. */
@NullMarked
package io.postrider.testkit.records;

import org.jspecify.annotations.NullMarked;
