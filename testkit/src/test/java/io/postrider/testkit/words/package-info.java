/** Checks the words of all files. */
@NullMarked
package io.postrider.testkit.words;

import org.jspecify.annotations.NullMarked;
