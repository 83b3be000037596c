import type { Webhook } from '../../api/types';
import { tagsOf } from '../links/draft';
import { headersOf, linesOf } from './headers';

/** The settings that a webhook can do without, as they are written in a form. */
export interface OptionTexts {
    readonly tags: string;
    readonly headers: string;
    readonly format: Webhook['format'];
    readonly rateLimit: string;
    readonly ordering: Webhook['ordering'];
    readonly signature: Webhook['signature'];
}

/** The settings of a webhook that has none. */
type Stored = Pick<Webhook, 'tags' | 'headers' | 'format' | 'rate_limit' | 'ordering' | 'signature'>;

const NONE: Stored = { tags: [], headers: {}, format: 'standard', rate_limit: null, ordering: 'none', signature: 'v1' };

export const NO_OPTIONS = optionTextsOf(NONE);

/** The settings of a webhook, for editing. */
export function optionTextsOf(webhook: Stored): OptionTexts {
    const { format, ordering, signature } = webhook;
    return {
        tags: webhook.tags.join(', '),
        headers: linesOf(webhook.headers),
        format,
        rateLimit: webhook.rate_limit === null ? '' : String(webhook.rate_limit),
        ordering,
        signature,
    };
}

/** The change that the texts ask for. */
export function optionsOf({ tags, headers, format, rateLimit, ordering, signature }: OptionTexts, before: Stored) {
    return {
        tags: tagsOf(tags),
        headers: headersOf(headers, before.headers),
        format,
        rate_limit: rateLimit.trim() === '' ? null : Number(rateLimit),
        ordering,
        signature,
    };
}

/** The settings of a new webhook. */
export function newOptions(texts: OptionTexts) {
    const options = optionsOf(texts, NONE);
    return { ...options, headers: options.headers as Record<string, string> };
}
