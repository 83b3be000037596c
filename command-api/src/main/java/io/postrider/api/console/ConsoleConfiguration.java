package io.postrider.api.console;

import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.web.reactive.function.server.RouterFunction;
import org.springframework.web.reactive.function.server.ServerResponse;

/** Beans of the console's files. */
@Configuration(proxyBeanMethods = false)
class ConsoleConfiguration {

    @Bean
    RouterFunction<ServerResponse> consoleRoutes() {
        return new ConsoleRoutes(new ConsoleFiles()).routes();
    }
}
