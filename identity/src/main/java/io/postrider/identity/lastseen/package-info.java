/** Last-seen times of keys and sessions, on this node and on others. */
@NullMarked
package io.postrider.identity.lastseen;

import org.jspecify.annotations.NullMarked;
