import type { UseQueryResult } from '@tanstack/react-query';
import { answer, api } from '../../api/client';
import { given, useOfWorkspace, usePages } from '../../api/queries';
import type { Message, MessageCreate, MessageExplanation, SandboxInbound } from '../../api/types';

export type Direction = Message['direction'];

/** The messages of the workspace or of one instance, the newest first. */
export function useMessages(direction: Direction | '', instanceId?: string) {
    return usePages<Message>(
        ['messages', 'list', direction, instanceId],
        (cursor) => {
            const query = given({ direction, cursor, instance_id: instanceId }) as {
                direction?: Direction;
                cursor?: string;
            };
            return answer(api.GET('/api/v1/messages', { params: { query } }));
        },
        // The list next to the forms that send and receive shows the outcome of each message.
        instanceId !== undefined,
    );
}

const CONVERSATION = 50;

/** The last messages with a contact, the newest last; asked for every second. */
export function useConversation(contactId: string): UseQueryResult<Message[]> {
    const query = { contact_id: contactId, limit: CONVERSATION };
    return useOfWorkspace(
        ['messages', 'with', contactId],
        async () => (await answer(api.GET('/api/v1/messages', { params: { query } }))).data.toReversed(),
        () => true,
    );
}

const ON_ITS_WAY: readonly Message['status'][] = ['accepted', 'submitted', 'sent'];

/** One message; asked for again while it is on its way. */
export function useMessage(id: string): UseQueryResult<Message> {
    return useOfWorkspace(
        ['messages', id],
        () => answer(api.GET('/api/v1/messages/{id}', { params: { path: { id } } })),
        (message) => ON_ITS_WAY.includes(message.status),
    );
}

/** Sends a message. */
export function sendMessage(body: MessageCreate, idempotencyKey: string): Promise<Message> {
    // Only a dry run is answered with anything else.
    return answer(
        api.POST('/api/v1/messages', { body, params: { header: { 'Idempotency-Key': idempotencyKey } } }),
    ) as Promise<Message>;
}

/** Cancels a message that was not sent yet. */
export function cancelMessage(id: string): Promise<Message> {
    return answer(api.POST('/api/v1/messages/{id}/cancel', { params: { path: { id } } }));
}

/** The reason why a message waits or ended. */
export function useExplanation(message: Message): UseQueryResult<MessageExplanation> {
    return useOfWorkspace(['messages', message.id, 'explain', message.version], () =>
        answer(api.GET('/api/v1/messages/{id}/explain', { params: { path: { id: message.id } } })),
    );
}

/** Shows the sender of a received message that it was read. */
export function markRead(id: string): Promise<Message> {
    return answer(api.POST('/api/v1/messages/{id}/read', { params: { path: { id } } }));
}

/** Lets an instance of the sandbox receive a message. */
export function receiveMessage(body: SandboxInbound) {
    return answer(api.POST('/api/v1/sandbox/inbound', { body }));
}
