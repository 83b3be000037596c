package io.postrider.web.route;

import io.netty.buffer.Unpooled;
import io.postrider.web.problem.ApiResponse;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.buffer.DataBuffer;
import org.springframework.core.io.buffer.NettyDataBufferFactory;
import org.springframework.http.ReactiveHttpOutputMessage;
import org.springframework.http.codec.ServerSentEvent;
import org.springframework.http.server.reactive.AbstractServerHttpResponse;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.netty.http.server.HttpServerResponse;

/**
 * Writes a stream of events one at a time: the next event is requested when the one before has been written to the connection.
 * The server itself would buffer 128 of them, of any size, for a client that reads none.
 */
final class EventWriter {

    private EventWriter() {}

    /**
     * Writes the events of a stream until it ends or the client disconnects. The head of the response is written with the first
     * event.
     */
    static Mono<Void> write(ReactiveHttpOutputMessage response, ApiResponse.Stream stream) {
        if (response instanceof AbstractServerHttpResponse server
                && response.bufferFactory() instanceof NettyDataBufferFactory) {
            HttpServerResponse connection = server.getNativeResponse();
            return stream.events()
                    .concatMap(
                            event ->
                                    written(server, connection, bytes(event))
                                            .doOnSuccess(_ -> stream.written().accept(event)),
                            0)
                    .then(Mono.defer(server::setComplete));
        }
        return response.writeAndFlushWith(
                stream.events().map(event -> Flux.just(buffer(response, bytes(event)))));
    }

    private static Mono<Void> written(
            AbstractServerHttpResponse response, HttpServerResponse connection, byte[] event) {
        return response.isCommitted()
                ? connection.send(streamed(Unpooled.wrappedBuffer(event))).then()
                : response.writeWith(streamed(buffer(response, event)));
    }

    /** One value, hidden from the server, which would take a known single value for the whole body. */
    private static <T> Flux<T> streamed(T value) {
        return Flux.just(value).hide();
    }

    private static DataBuffer buffer(ReactiveHttpOutputMessage response, byte[] bytes) {
        return response.bufferFactory().wrap(bytes);
    }

    /** The form of the HTML standard, section 9.2. */
    private static byte[] bytes(ServerSentEvent<String> event) {
        String data = event.data();
        String text = data == null ? "\n" : data.replace("\n", "\ndata:") + "\n\n";
        return (event.format() + text).getBytes(StandardCharsets.UTF_8);
    }
}
