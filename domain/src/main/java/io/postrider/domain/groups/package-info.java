/** Groups: conversations of an instance with several contacts. */
@NullMarked
package io.postrider.domain.groups;

import org.jspecify.annotations.NullMarked;
