/** Publishes raw clicks: each once, without addresses, with the classification of its visitor. */
@NullMarked
package io.postrider.projections.clicks;

import org.jspecify.annotations.NullMarked;
