import { describe, expect, it } from 'vitest';
import { MessageReader } from './stream';

const STREAM =
    ': hello\n\nid: evt_1\nevent: link.created\ndata: {"a":1}\n\nid: evt_2\r\ndata: {"b":\r\ndata: 2}\r\n\r\n';

describe('a stream of messages', () => {
    it('is read the same however it is cut', () => {
        for (let cut = 0; cut <= STREAM.length; cut += 1) {
            const reader = new MessageReader();
            const messages = [...reader.read(STREAM.slice(0, cut)), ...reader.read(STREAM.slice(cut))];
            expect(messages, `cut at ${cut}`).toEqual([
                { id: 'evt_1', data: '{"a":1}' },
                { id: 'evt_2', data: '{"b":\n2}' },
            ]);
        }
    });
});
