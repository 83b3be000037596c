/** Routes, authentication and the pipeline that every request passes. */
@NullMarked
package io.postrider.web.route;

import org.jspecify.annotations.NullMarked;
