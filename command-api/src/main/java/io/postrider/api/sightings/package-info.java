/** When keys and sessions were last seen, here and on other nodes. */
@NullMarked
package io.postrider.api.sightings;

import org.jspecify.annotations.NullMarked;
