/** The command that shows records that applications have set aside, and has them processed again or dropped. */
@org.jspecify.annotations.NullMarked
package io.postrider.standalone.letters;
