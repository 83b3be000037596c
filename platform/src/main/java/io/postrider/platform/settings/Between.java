package io.postrider.platform.settings;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The range of a setting that is a whole number, also of the units of a duration or a size. */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.PARAMETER)
public @interface Between {

    /** The smallest value. */
    long min() default 1;

    /** The largest value. */
    long max();
}
