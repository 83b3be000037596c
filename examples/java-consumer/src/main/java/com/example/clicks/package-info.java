/** An example of a consumer in Java. */
@NullMarked
package com.example.clicks;

import org.jspecify.annotations.NullMarked;
