import type { LoggedEvent } from '../../api/types';

/** A notice of the provider on a number or an account. */
export interface Notice {
    readonly id: string;
    readonly at: string;
    readonly what: string;
    /** Until when it holds; undefined where that is not said. */
    readonly until?: string;
}

type Value = Record<string, unknown>;

/** The provider's notices on an instance, newest first; other events are omitted. */
export function noticesOf(events: readonly LoggedEvent[], instanceId: string): Notice[] {
    return events
        .filter(({ data }) => data['id'] === instanceId)
        .flatMap(({ id, timestamp, data }) => {
            const { field, value } = record(data['notice']);
            return read(text(field), record(value)).map((told, index) => ({
                id: `${id}-${index}`,
                at: timestamp,
                ...told,
            }));
        });
}

type Told = Pick<Notice, 'what' | 'until'>;

function read(field: string, value: Value): Told[] {
    switch (field) {
        case 'phone_number_quality_update':
            return said(quality(value));
        case 'account_update':
            return account(value);
        case 'business_capability_update':
            return said(capability(value));
        default:
            return [];
    }
}

function said(what: string | undefined): Told[] {
    return what === undefined ? [] : [{ what }];
}

function quality(value: Value): string | undefined {
    const limit = limitOf(value);
    switch (value['event']) {
        case 'FLAGGED':
            return 'The quality of the number is low.';
        case 'UNFLAGGED':
            return 'The quality of the number has recovered.';
        case 'UPGRADE':
            return `Meta raised the limit of the number${limit}.`;
        case 'DOWNGRADE':
            return `Meta lowered the limit of the number${limit}.`;
        default:
            return limit === '' ? undefined : `Meta set the limit of the number${limit}.`;
    }
}

function limitOf(value: Value): string {
    const tier = text(value['max_daily_conversations_per_business'] ?? value['current_limit']);
    if (tier === 'TIER_UNLIMITED') {
        return ': it may start any number of conversations';
    }
    const [, count, thousand] = /^TIER_(\d+)(K?)$/.exec(tier) ?? [];
    return count === undefined ? '' : starts(Number(count) * (thousand === 'K' ? 1_000 : 1));
}

function starts(people: number): string {
    return `: it may start conversations with ${people.toLocaleString('en')} people in 24 hours`;
}

function capability(value: Value): string | undefined {
    const people = value['max_daily_conversation_per_phone'];
    return typeof people === 'number' && people >= 0
        ? `Meta set the limit of each number${starts(people)}.`
        : undefined;
}

const ACCOUNT: Readonly<Record<string, string>> = {
    DISABLE: 'Meta disabled the account.',
    SCHEDULE_FOR_DISABLE: 'Meta is about to disable the account.',
    REINSTATE: 'Meta reinstated the account.',
    ACCOUNT_DELETED: 'The account was deleted.',
    ACCOUNT_OFFBOARDED: 'The account was disconnected from the app.',
    ACCOUNT_RECONNECTED: 'The account was connected to the app again.',
    ACCOUNT_VIOLATION: 'Meta says that the account violated a policy',
    ACCOUNT_RESTRICTION: 'Meta restricted the account.',
};

const RESTRICTIONS: Readonly<Record<string, string>> = {
    RESTRICTED_BIZ_INITIATED_MESSAGING: 'Meta restricted the account: it cannot start conversations',
    RESTRICTED_CUSTOMER_INITIATED_MESSAGING: 'Meta restricted the account: it cannot answer people who write',
    RESTRICTED_ADD_PHONE_NUMBER_ACTION: 'Meta restricted the account: no number can be added to it',
};

function account(value: Value): Told[] {
    const event = text(value['event']);
    const what = ACCOUNT[event === 'DISABLED_UPDATE' ? text(record(value['ban_info'])['waba_ban_state']) : event];
    if (what === undefined) {
        return [];
    }
    if (event === 'ACCOUNT_VIOLATION') {
        const kind = text(record(value['violation_info'])['violation_type']).replaceAll('_', ' ').toLowerCase();
        return [{ what: kind === '' ? `${what}.` : `${what}: ${kind}.` }];
    }
    const restrictions = Array.isArray(value['restriction_info']) ? value['restriction_info'].map(record) : [];
    const limits = restrictions.flatMap(restriction);
    return limits.length === 0 ? [{ what }] : limits;
}

function restriction(value: Value): Told[] {
    const what = RESTRICTIONS[text(value['restriction_type'])];
    const seconds = Number(value['expiration']);
    if (what === undefined) {
        return [];
    }
    const until = new Date(seconds * 1_000);
    return [
        seconds > 0 && !Number.isNaN(until.valueOf()) ? { what, until: until.toISOString() } : { what: `${what}.` },
    ];
}

function record(value: unknown): Value {
    return typeof value === 'object' && value !== null ? (value as Value) : {};
}

function text(value: unknown): string {
    return typeof value === 'string' ? value : '';
}
