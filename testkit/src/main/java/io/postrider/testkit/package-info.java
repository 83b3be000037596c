/** What holds for every test. */
@NullMarked
package io.postrider.testkit;

import org.jspecify.annotations.NullMarked;
