/** A broker that loses unflushed data in a power cut, which killing its process alone cannot show. */
@NullMarked
package io.postrider.systemtests.powercut;

import org.jspecify.annotations.NullMarked;
