package io.postrider.testkit.streams;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.kafka.streams.TopologyTestDriver;
import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.apache.kafka.streams.processor.internals.ProcessorNode;
import org.apache.kafka.streams.processor.internals.ProcessorTopology;
import org.apache.kafka.streams.processor.internals.SinkNode;
import org.apache.kafka.streams.processor.internals.SourceNode;

/**
 * Makes one processor of a driven topology throw on single records: it is handed damaged bytes in place of theirs, so that its own
 * code throws, and what is set aside is the record as it was. Applications have no seam for that, so this reaches for the fields of
 * the driver and of the guard.
 */
public final class Faults {

    private static final int NEVER = Integer.MAX_VALUE;
    private static final byte[] DAMAGED = {0, 1, 2, 3};

    private final List<String> thrown = new ArrayList<>();
    private int before = NEVER;
    private int read;

    private Faults() {}

    /** The names of the processors of a topology, but for one. */
    public static List<String> processors(TopologyTestDriver driver, String but) {
        return nodes(driver)
                .filter(node -> !(node instanceof SourceNode) && !(node instanceof SinkNode))
                .map(ProcessorNode::name)
                .filter(name -> !name.equals(but))
                .sorted()
                .toList();
    }

    /** The faults of a guarded processor. */
    public static Faults of(TopologyTestDriver driver, String processor) {
        ProcessorNode<?, ?, ?, ?> node =
                nodes(driver)
                        .filter(each -> each.name().equals(processor))
                        .findFirst()
                        .orElseThrow();
        Faults faults = new Faults();
        Processor<?, ?, ?, ?> guard = get(node, "processor", Processor.class);
        faults.wrap(guard);
        return faults;
    }

    private static Stream<ProcessorNode<?, ?, ?, ?>> nodes(TopologyTestDriver driver) {
        return get(driver, "processorTopology", ProcessorTopology.class).processors().stream();
    }

    private <KIn, VIn, KOut, VOut> void wrap(Processor<KIn, VIn, KOut, VOut> guard) {
        ProcessorContext<?, ?> context = get(guard, "context", ProcessorContext.class);
        @SuppressWarnings("unchecked") // The topologies here read bytes.
        VIn damage = (VIn) DAMAGED;
        @SuppressWarnings("unchecked") // A guard has the types of what it guards.
        Processor<KIn, VIn, KOut, VOut> guarded = get(guard, "guarded", Processor.class);
        Processor<KIn, VIn, KOut, VOut> faulty =
                new Processor<>() {
                    @Override
                    public void process(Record<KIn, VIn> record) {
                        if (isNext()) {
                            processDamaged(record.withValue(damage));
                        } else {
                            guarded.process(record);
                        }
                    }

                    // Some records are passed over before their value is read.
                    private void processDamaged(Record<KIn, VIn> record) {
                        before = NEVER;
                        try {
                            guarded.process(record);
                        } catch (RuntimeException e) {
                            thrown.add(place(context.recordMetadata().orElseThrow()));
                            throw e;
                        }
                    }

                    @Override
                    public void close() {
                        guarded.close();
                    }
                };
        set(guard, "guarded", faulty);
    }

    private boolean isNext() {
        read++;
        return before != NEVER && before-- == 0;
    }

    private static String place(RecordMetadata of) {
        return of.topic() + "/" + of.partition() + "/" + of.offset();
    }

    /** Damages one record, after so many others. */
    public void arm(int others) {
        before = others;
    }

    /** The number of records that the processor has read. */
    public int read() {
        return read;
    }

    /** The topics, partitions and offsets of the records that it threw on. */
    public List<String> thrown() {
        return List.copyOf(thrown);
    }

    private static <T> T get(Object of, String name, Class<T> type) {
        try {
            return type.cast(field(of, name).get(of));
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void set(Object of, String name, Object value) {
        try {
            field(of, name).set(of, value);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Field field(Object of, String name) {
        try {
            Field field = of.getClass().getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }
}
