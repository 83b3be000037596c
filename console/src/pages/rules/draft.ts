import { Malformed } from '../../api/problem';
import type { Rule, RuleCreate } from '../../api/types';

/** What a person has typed about a rule. */
export interface Draft {
    readonly name: string;
    /** The types of events, one per line. */
    readonly types: string;
    /** CEL; empty for every event of these types. */
    readonly filter: string;
    /** JSON. */
    readonly actions: string;
}

export function draftOf(rule: Pick<Rule, 'name' | 'trigger' | 'filter' | 'actions'>): Draft {
    return {
        name: rule.name,
        types: rule.trigger.event_types.join('\n'),
        filter: rule.filter?.cel ?? '',
        actions: asText(rule.actions),
    };
}

/** A value as JSON that can be read and changed. */
export function asText(value: unknown): string {
    return JSON.stringify(value, null, 2);
}

/** The body that makes the rule. */
export function createOf(draft: Draft): RuleCreate {
    const { filter, ...rest } = changeOf(draft);
    return { ...rest, ...(filter === null ? {} : { filter }) };
}

/** The body that changes the rule to what was typed; a filter that was emptied is removed. */
export function changeOf({ name, types, filter, actions }: Draft) {
    return {
        name,
        trigger: { event_types: linesOf(types) },
        filter: filter.trim() === '' ? null : { cel: filter.trim() },
        // Whether they are actions is said by the API, with a pointer.
        actions: parsed(actions, '/actions') as RuleCreate['actions'],
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

/** What a rule does, without its name and state. */
export function definitionOf({
    trigger,
    filter,
    flow,
    actions,
}: Pick<Rule, 'trigger' | 'filter' | 'flow' | 'actions'>) {
    return { trigger, filter, flow, actions };
}

/** Whether the draft is what is in force. */
export function isInForce(rule: Rule): boolean {
    return rule.published !== null && asText(definitionOf(rule)) === asText(definitionOf(rule.published));
}
