/** Templates: texts that a provider approves before they are sent. */
@NullMarked
package io.postrider.domain.templates;

import org.jspecify.annotations.NullMarked;
