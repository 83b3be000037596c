/** A broker of which a power cut takes what was not flushed: what killing its process alone cannot show. */
@NullMarked
package io.postrider.systemtests.powercut;

import org.jspecify.annotations.NullMarked;
