package io.postrider.standalone;

import io.postrider.platform.reads.QueryGateway;
import io.postrider.platform.reads.ReadClient;
import io.postrider.platform.reads.RemoteReads;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The read models of other nodes, for an edge without its own. */
@Configuration(proxyBeanMethods = false)
class RemoteReadsConfiguration {

    @Bean
    ReadClient readClient(Node node) {
        return new ReadClient(node.trust(), RemoteReads.TIMEOUT);
    }

    @Bean
    QueryGateway queryGateway(Node node, ReadClient client) {
        return new RemoteReads(node.services().projections(), client);
    }
}
