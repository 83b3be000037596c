import type { MessageCreate } from '../../api/types';
import { FILES } from './media';

export type Kind = MessageCreate['type'];
type FileKind = (typeof FILES)[number];

const CAPTIONED: readonly Kind[] = ['image', 'video', 'document'];

/** The values of a form, by the names of its fields. */
export type Draft = Readonly<Record<string, string>>;

export function isFile(kind: Kind): kind is FileKind {
    return (FILES as readonly Kind[]).includes(kind);
}

export function hasCaption(kind: Kind): boolean {
    return CAPTIONED.includes(kind);
}

/**
 * The content of a message.
 *
 * @param mediaId the file that was uploaded for it; undefined for none
 */
export function content(
    kind: Kind,
    draft: Draft,
    answered: string | undefined,
    mediaId?: string,
): Omit<MessageCreate, 'instance_id' | 'to'> {
    const of = (name: string): string => draft[name] ?? '';
    if (isFile(kind)) {
        const caption = hasCaption(kind) && of('body') !== '' ? { caption: of('body') } : {};
        return {
            type: kind,
            [kind]: { ...(mediaId === undefined ? { link: of('link') } : { id: mediaId }), ...caption },
        };
    }
    switch (kind) {
        case 'location':
            return {
                type: kind,
                location: {
                    latitude: numberIn(of('latitude')),
                    longitude: numberIn(of('longitude')),
                    ...(of('name') === '' ? {} : { name: of('name') }),
                },
            };
        case 'contacts':
            return {
                type: kind,
                contacts: [{ name: { formatted_name: of('name') }, phones: [{ phone: of('phone') }] }],
            };
        case 'interactive':
            return {
                type: kind,
                interactive: {
                    type: 'button',
                    body: { text: of('body') },
                    action: { buttons: listed(of('buttons')).map((title) => ({ reply: { id: title, title } })) },
                },
            };
        case 'template':
            return {
                type: kind,
                template: {
                    name: of('name'),
                    language: { code: of('language') },
                    ...(of('values') === ''
                        ? {}
                        : {
                              components: [
                                  {
                                      type: 'body',
                                      parameters: listed(of('values')).map((text) => ({ type: 'text', text })),
                                  },
                              ],
                          }),
                },
            };
        case 'reaction':
            return { type: kind, reaction: { message_id: answered ?? '', emoji: of('emoji') } };
        default:
            return { type: 'text', text: { body: of('body') } };
    }
}

/** An empty text is not 0: a text that is not a number is sent as null, which the API rejects at its field. */
function numberIn(text: string): number {
    return text.trim() === '' ? NaN : Number(text);
}

function listed(text: string): string[] {
    return text
        .split(',')
        .map((each) => each.trim())
        .filter((each) => each !== '');
}
