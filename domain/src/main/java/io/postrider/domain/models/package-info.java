/** Models: a workspace's names for language models, and the connections to the providers that run them. */
@NullMarked
package io.postrider.domain.models;

import org.jspecify.annotations.NullMarked;
