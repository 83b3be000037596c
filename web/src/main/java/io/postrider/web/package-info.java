/** The beans that all operations share. */
@NullMarked
package io.postrider.web;

import org.jspecify.annotations.NullMarked;
