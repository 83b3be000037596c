package io.postrider.web.route;

import java.util.List;

/** The operations of one feature. */
public interface ApiRoutes {

    /** All of them. */
    List<ApiRoute> routes();
}
