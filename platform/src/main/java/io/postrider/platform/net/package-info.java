/** Literal IP addresses and blocks of them. Nothing here asks a name server. */
@NullMarked
package io.postrider.platform.net;

import org.jspecify.annotations.NullMarked;
