/** The product loses its process or its log under load, and is judged by what its clients were answered. */
@NullMarked
package io.postrider.systemtests.faults;

import org.jspecify.annotations.NullMarked;
