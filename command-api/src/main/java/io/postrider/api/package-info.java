/** The public edge of a node: its REST API and the console. */
@NullMarked
package io.postrider.api;

import org.jspecify.annotations.NullMarked;
