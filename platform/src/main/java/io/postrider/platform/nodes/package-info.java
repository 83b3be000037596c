/** What the nodes of one installation need to know and to trust each other. */
@NullMarked
package io.postrider.platform.nodes;

import org.jspecify.annotations.NullMarked;
