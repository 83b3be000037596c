/** The API reference without JavaScript: one Markdown file per operation, and a table of contents for programs that read. */
@NullMarked
package io.postrider.contract.reference;

import org.jspecify.annotations.NullMarked;
