/** When keys and sessions were last seen, here and on other nodes. */
@NullMarked
package io.postrider.identity.lastseen;

import org.jspecify.annotations.NullMarked;
