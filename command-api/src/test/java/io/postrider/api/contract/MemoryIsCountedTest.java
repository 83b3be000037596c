package io.postrider.api.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.postrider.platform.limits.HeldBytes;
import io.postrider.schemas.catalogue.AggregateType;
import io.postrider.schemas.catalogue.Catalogue;
import io.postrider.schemas.catalogue.Replica;
import io.postrider.testkit.contract.ContractDocument.Operation;
import io.postrider.testkit.contract.ExampleRequests.Request;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The resources that edges keep in memory count as memory of their tenants, and no others do. */
class MemoryIsCountedTest extends EveryOperation {

    Stream<Operation> creations() {
        return closed().filter(operation -> created(operation).isPresent());
    }

    @ParameterizedTest
    @MethodSource("creations")
    void aCreatedResourceIsCountedWhereItsReplicaIsInMemory(Operation operation) {
        Request request = examples.of(operation);
        long before = api.bean(HeldBytes.class).all();

        succeeds(operation, sent(owner, request));

        assertThat(api.bean(HeldBytes.class).all() > before)
                .isEqualTo(created(operation).orElseThrow().resource().replica() == Replica.MEMORY);
    }

    /** The aggregate of the resource that an operation answers with 201. */
    private Optional<AggregateType<?, ?, ?, ?>> created(Operation operation) {
        String name =
                contract.resolved(
                                operation
                                        .node()
                                        .at("/responses/201/content/application~1json/schema"))
                        .at("/properties/object/const")
                        .asString("");
        return Catalogue.all().stream().filter(entry -> entry.name().equals(name)).findFirst();
    }
}
