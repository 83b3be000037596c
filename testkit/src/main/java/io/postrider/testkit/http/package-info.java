/** Receivers on loopback that record what reaches them and answer as scripted, well or badly. */
@NullMarked
package io.postrider.testkit.http;

import org.jspecify.annotations.NullMarked;
