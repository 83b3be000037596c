/** One HTTP attempt: signed, guarded against private targets, bounded in time and size, and judged. */
@NullMarked
package io.postrider.webhooks.sending;

import org.jspecify.annotations.NullMarked;
