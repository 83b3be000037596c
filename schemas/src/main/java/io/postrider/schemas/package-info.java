/** What crosses a process: the topic catalogue, the schemas of its records and their codecs. */
@NullMarked
package io.postrider.schemas;

import org.jspecify.annotations.NullMarked;
