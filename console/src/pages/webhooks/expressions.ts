import type { Webhook } from '../../api/types';

/** A filter and a transform as they are written in a form. */
export interface Texts {
    readonly filter: string;
    readonly transform: string;
}

/** A filter and a transform as a webhook has them. */
export type Expressions = Pick<Webhook, 'filter' | 'transform'>;

export const NO_TEXTS: Texts = { filter: '', transform: '' };

/** The expressions of a webhook, for editing. */
export function textsOf(webhook: Expressions): Texts {
    return { filter: webhook.filter ?? '', transform: webhook.transform ?? '' };
}

/** The typed expressions; a blank field means none. */
export function expressionsOf(texts: Texts): Expressions {
    return { filter: textOrNone(texts.filter), transform: textOrNone(texts.transform) };
}

/** Those that there are. */
export function givenOf({ filter, transform }: Expressions): { filter?: string; transform?: string } {
    return { ...(filter === null ? {} : { filter }), ...(transform === null ? {} : { transform }) };
}

function textOrNone(text: string): string | null {
    return text.trim() === '' ? null : text;
}
