import type { Message } from '../../api/types';
import { Badge } from '../../ui/Text';

const TONES: Partial<Record<Message['status'], 'good' | 'warn' | 'bad'>> = {
    delivered: 'good',
    read: 'good',
    played: 'good',
    received: 'good',
    failed: 'bad',
    expired: 'warn',
    canceled: 'warn',
    outcome_unknown: 'warn',
};

/** The status of a message in words. */
export function MessageStatus({ of: message }: { readonly of: Message }) {
    const words = message.status.replaceAll('_', ' ');
    return <Badge tone={TONES[message.status]}>{words.charAt(0).toUpperCase() + words.slice(1)}</Badge>;
}

/** The direction of a message in a word. */
export function directionOf({ direction }: Message): string {
    return direction === 'inbound' ? 'Received' : 'Sent';
}

/** The number of the recipient or sender. */
export function otherSide({ to, from }: Message): string {
    const phone: unknown = { ...to, ...from }['phone' as never];
    return typeof phone === 'string' ? phone : 'Unknown';
}

/** The text of a message; for other types, the type with its caption, name or title. */
export function saidBy(message: Message): string {
    const { text, reaction, image, video, document, location, template, interactive, system } = message;
    if (reaction?.emoji === '') {
        return 'reaction removed';
    }
    const said =
        text?.body ??
        reaction?.emoji ??
        (image ?? video ?? document)?.caption ??
        document?.filename ??
        location?.name ??
        textAt(template, 'name') ??
        textAt(interactive, 'body', 'text') ??
        textAt(interactive, 'button_reply', 'title') ??
        textAt(interactive, 'list_reply', 'title') ??
        textAt(system, 'body');
    if (said === undefined) {
        return message.type;
    }
    return message.type === 'text' || message.type === 'system' ? said : `${message.type}: ${said}`;
}

/** A text in an object that has the provider's structure. */
function textAt(value: unknown, ...names: string[]): string | undefined {
    const found = names.reduce<unknown>(
        (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
        value,
    );
    return typeof found === 'string' ? found : undefined;
}
