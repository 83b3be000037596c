import { Malformed } from '../../api/problem';
import type { Rule, RuleCreate } from '../../api/types';

/** The typed text of a rule. */
export interface Draft {
    readonly name: string;
    /** The types of events, one per line. */
    readonly types: string;
    /** A duration such as PT10M, or a cron expression; empty for none. */
    readonly schedule: string;
    /** The time zone of a cron expression; empty for UTC. */
    readonly zone: string;
    /** The id of the endpoint that events have to come from; empty for any. */
    readonly endpoint: string;
    /** CEL; empty for every event of these types. */
    readonly filter: string;
    /** JSON of the limits; empty for none. */
    readonly flow: string;
    /** JSON. */
    readonly actions: string;
}

export function draftOf(rule: Pick<Rule, 'name' | 'trigger' | 'filter' | 'flow' | 'actions'>): Draft {
    return {
        name: rule.name,
        types: (rule.trigger.event_types ?? []).join('\n'),
        schedule: rule.trigger.every ?? rule.trigger.cron ?? '',
        zone: rule.trigger.zone ?? '',
        endpoint: rule.trigger.endpoint ?? '',
        filter: rule.filter?.cel ?? '',
        flow: rule.flow === undefined || Object.keys(rule.flow).length === 0 ? '' : asText(rule.flow),
        actions: asText(rule.actions),
    };
}

/** A value as JSON that can be read and changed. */
export function asText(value: unknown): string {
    return JSON.stringify(value, null, 2);
}

/** The body that makes the rule. */
export function createOf(draft: Draft): RuleCreate {
    const { filter, flow, ...rest } = changeOf(draft);
    return { ...rest, ...(filter === null ? {} : { filter }), ...(flow === null ? {} : { flow }) };
}

/** The body that changes the rule to the edited fields; an emptied filter is removed, and so are emptied limits. */
export function changeOf({ name, filter, flow, actions, ...trigger }: Draft) {
    return {
        name,
        trigger: triggerOf(trigger),
        filter: filter.trim() === '' ? null : { cel: filter.trim() },
        // The API checks the limits too.
        flow: flow.trim() === '' ? null : flowOf(parsed(flow, '/flow')),
        // The API checks the actions, and names the place of an error.
        actions: parsed(actions, '/actions') as RuleCreate['actions'],
    };
}

type Limits = NonNullable<RuleCreate['flow']>;

const MEMBERS = {
    debounce: { max_wait: null, key: null },
    rate_limit: { period: null, key: null },
    concurrency: { key: null },
};

/** The limits with null for each that was removed, since a change is merged into what there is. */
function flowOf(given: unknown): Limits {
    if (!isObject(given)) {
        return given as Limits;
    }
    const all = Object.entries(MEMBERS).map(([name, members]) => {
        const limit = given[name];
        return [name, isObject(limit) ? { ...members, ...limit } : (limit ?? null)];
    });
    return { ...given, ...Object.fromEntries(all) } as Limits;
}

function isObject(value: unknown): value is Record<string, unknown> {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function triggerOf({ types, schedule, zone, endpoint }: Pick<Draft, 'types' | 'schedule' | 'zone' | 'endpoint'>) {
    const lines = linesOf(types);
    const time = schedule.trim();
    return {
        // The API checks that there is a trigger.
        ...(lines.length === 0 && time !== '' ? {} : { event_types: lines }),
        ...(endpoint.trim() === '' ? {} : { endpoint: endpoint.trim() }),
        ...(time === '' ? {} : time.startsWith('P') ? { every: time } : { cron: time }),
        ...(zone.trim() === '' ? {} : { zone: zone.trim() }),
    };
}

/** Every line that is not blank. */
export function linesOf(text: string): string[] {
    return text
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== '');
}

/** The value of a JSON text. Throws {@link Malformed} at the pointer. */
export function parsed(text: string, pointer: string): unknown {
    try {
        return JSON.parse(text);
    } catch (failure) {
        throw new Malformed(pointer, `Expected JSON. ${failure instanceof Error ? failure.message : ''}`);
    }
}

export function isSame(one: Draft, other: Draft): boolean {
    return JSON.stringify(one) === JSON.stringify(other);
}

/** The definition of a rule, without its name and state. */
export function definitionOf({
    trigger,
    filter,
    flow,
    actions,
}: Pick<Rule, 'trigger' | 'filter' | 'flow' | 'actions'>) {
    return { trigger, filter, flow, actions };
}

/** Whether the draft equals the active version. */
export function isActive(rule: Rule): boolean {
    return rule.published !== null && asText(definitionOf(rule)) === asText(definitionOf(rule.published));
}
