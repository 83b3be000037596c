/** The contract of the API: written by hand in files of one surface each, and made into one document. */
@NullMarked
package io.postrider.contract;

import org.jspecify.annotations.NullMarked;
