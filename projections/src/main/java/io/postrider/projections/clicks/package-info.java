/** Makes raw clicks public: each once, without addresses, with what can be told of its visitor. */
@NullMarked
package io.postrider.projections.clicks;

import org.jspecify.annotations.NullMarked;
