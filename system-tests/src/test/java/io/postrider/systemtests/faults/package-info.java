/** The product loses its process or its log under load, and is judged by the responses that its clients got. */
@NullMarked
package io.postrider.systemtests.faults;

import org.jspecify.annotations.NullMarked;
