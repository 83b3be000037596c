package io.postrider.testkit.claims;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** The annotated test method asserts these claims of {@code docs/security.md}. */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
public @interface Verifies {

    /** Identifiers of claims, as the first column of their table has them. */
    String[] value();
}
