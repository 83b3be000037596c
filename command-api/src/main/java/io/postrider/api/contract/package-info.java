/** The contract of the API: written by hand in files of one surface each, made into one document, and handed out. */
@NullMarked
package io.postrider.api.contract;

import org.jspecify.annotations.NullMarked;
