/** What the first start on an empty data folder sets up: an owner, a workspace and a key. */
@NullMarked
package io.postrider.standalone.firstrun;

import org.jspecify.annotations.NullMarked;
