import type { Link, LinkCreate, LinkUpdate } from '../../api/types';

/** The typed text of a link. Times are the browser's, without a zone. */
export interface Draft {
    readonly url: string;
    readonly slug: string;
    readonly title: string;
    readonly tags: string;
    readonly startsAt: string;
    readonly expiresAt: string;
    readonly expiredUrl: string;
    readonly maxClicks: string;
    readonly statusCode: string;
    readonly forwardQuery: boolean;
    readonly externalId: string;
}

export const EMPTY: Draft = {
    url: '',
    slug: '',
    title: '',
    tags: '',
    startsAt: '',
    expiresAt: '',
    expiredUrl: '',
    maxClicks: '',
    statusCode: '302',
    forwardQuery: false,
    externalId: '',
};

export function draftOf(link: Link): Draft {
    return {
        url: link.url,
        slug: link.slug,
        title: link.title ?? '',
        tags: link.tags.join(', '),
        startsAt: localTime(link.starts_at),
        expiresAt: localTime(link.expires_at),
        expiredUrl: link.expired_url ?? '',
        maxClicks: link.max_clicks?.toString() ?? '',
        statusCode: link.status_code.toString(),
        forwardQuery: link.forward_query,
        externalId: link.external_id ?? '',
    };
}

/** Every field that can be changed, with null for empty ones. */
function updateOf(draft: Draft): LinkUpdate {
    return {
        url: draft.url,
        title: draft.title === '' ? null : draft.title,
        tags: tagsOf(draft.tags),
        starts_at: moment(draft.startsAt),
        expires_at: moment(draft.expiresAt),
        expired_url: draft.expiredUrl === '' ? null : draft.expiredUrl,
        max_clicks: draft.maxClicks === '' ? null : Number(draft.maxClicks),
        status_code: Number(draft.statusCode) as LinkUpdate['status_code'] & number,
        forward_query: draft.forwardQuery,
        external_id: draft.externalId === '' ? null : draft.externalId,
    };
}

/** The fields that were changed. */
export function changeOf(link: Link, draft: Draft): LinkUpdate {
    const before = Object.entries(updateOf(draftOf(link)));
    const after: Record<string, unknown> = { ...updateOf(draft) };
    const same = before.filter(([member, value]) => JSON.stringify(value) === JSON.stringify(after[member]));
    const kept = new Set(same.map(([member]) => member));
    return Object.fromEntries(Object.entries(after).filter(([member]) => !kept.has(member)));
}

/** The request that creates the link, without empty fields. */
export function createOf(draft: Draft): LinkCreate {
    const said = Object.entries(updateOf(draft)).filter(([, value]) => value !== null && !isEmptyList(value));
    const body = Object.fromEntries(said) as unknown as LinkCreate;
    return { ...body, url: draft.url, ...(draft.slug === '' ? {} : { slug: draft.slug }) };
}

/** A tag may have spaces in it, so commas part them. */
export function tagsOf(text: string): string[] {
    return text
        .split(',')
        .map((tag) => tag.trim())
        .filter((tag) => tag !== '');
}

function isEmptyList(value: unknown): boolean {
    return Array.isArray(value) && value.length === 0;
}

function moment(local: string): string | null {
    return local === '' ? null : new Date(local).toISOString();
}

/** As a field for a date and a time has it. */
function localTime(at: string | null): string {
    if (at === null) {
        return '';
    }
    const date = new Date(at);
    return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
