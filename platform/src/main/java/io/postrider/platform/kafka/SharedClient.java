package io.postrider.platform.kafka;

import static java.util.Objects.requireNonNull;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.function.Supplier;
import org.apache.kafka.clients.producer.Callback;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/** Makes handles of clients that several parts use: closing a handle leaves the client open. */
final class SharedClient {

    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(5);

    private static final @Nullable Object[] NONE = {};

    private SharedClient() {}

    /**
     * A handle of a client.
     *
     * @param client gives the client of the moment; a producer that failed is replaced
     */
    static <T> T handle(Class<? super T> type, Supplier<T> client) {
        return handle(
                type,
                (method, arguments) ->
                        method.getName().equals("close")
                                ? null
                                : invoke(client.get(), method, arguments));
    }

    /**
     * A handle of a producer, whose records use no more than a share of the buffer. Closing it waits for these records, for a
     * limited time.
     */
    static Producer<byte[], byte[]> handle(
            Supplier<Producer<byte[], byte[]>> client, BufferShare share) {
        return SharedClient.<Producer<byte[], byte[]>>handle(
                Producer.class,
                (method, arguments) ->
                        switch (method.getName()) {
                            case "send" -> send(client.get(), share, arguments);
                            case "close" -> close(share, arguments);
                            default -> invoke(client.get(), method, arguments);
                        });
    }

    /** The caller of the handle gets the future. */
    @SuppressWarnings({"unchecked", "FutureReturnValueIgnored"})
    private static Object send(
            Producer<byte[], byte[]> client, BufferShare share, @Nullable Object[] arguments) {
        Callback ended = arguments.length == 1 ? null : (Callback) arguments[1];
        return share.send(
                client,
                (ProducerRecord<byte[], byte[]>) requireNonNull(arguments[0]),
                ended == null ? (_, _) -> {} : ended);
    }

    private static @Nullable Object close(BufferShare share, @Nullable Object[] arguments) {
        share.await(
                arguments.length == 0 ? CLOSE_TIMEOUT : (Duration) requireNonNull(arguments[0]));
        return null;
    }

    @SuppressWarnings("unchecked")
    private static <T> T handle(Class<? super T> type, Call call) {
        return (T)
                Proxy.newProxyInstance(
                        type.getClassLoader(),
                        new Class<?>[] {type},
                        (_, method, arguments) ->
                                call.of(method, arguments == null ? NONE : arguments));
    }

    private static @Nullable Object invoke(
            Object client, Method method, @Nullable Object[] arguments) throws Throwable {
        try {
            return method.invoke(client, arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    /** The effect of a call on a handle. */
    private interface Call {

        @Nullable Object of(Method method, @Nullable Object[] arguments) throws Throwable;
    }
}
