/** Traces the claims of a document to the test methods that assert them. */
@NullMarked
package io.postrider.testkit.claims;

import org.jspecify.annotations.NullMarked;
