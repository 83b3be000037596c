/** Addresses, credentials and connections of the nodes of one installation. */
@NullMarked
package io.postrider.platform.nodes;

import org.jspecify.annotations.NullMarked;
