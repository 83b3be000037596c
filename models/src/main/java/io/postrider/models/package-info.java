/** The REST API of models: their names, the connections to providers, and completions, as clients made for OpenAI ask. */
@NullMarked
package io.postrider.models;

import org.jspecify.annotations.NullMarked;
