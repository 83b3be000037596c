/** The set-up of an empty data folder: an owner, a workspace and a key. */
@NullMarked
package io.postrider.standalone.firstrun;

import org.jspecify.annotations.NullMarked;
