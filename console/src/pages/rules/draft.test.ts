import { describe, expect, it } from 'vitest';
import { Malformed, faultsAt } from '../../api/problem';
import type { Rule } from '../../api/types';
import { changeOf, createOf, draftOf, isActive, isSame, linesOf } from './draft';
import { readAgain } from './useEditing';

const DEFINITION = {
    trigger: { event_types: ['order.paid', 'link.*'] },
    filter: { cel: 'event.data.total > 100' },
    actions: [{ key: 'link', type: 'links.create', with: { url: 'https://www.example.com/' } }],
};

const RULE: Rule = {
    id: 'rul_01kb3q9b6wf3s5r8t1v4x7z0c2',
    object: 'rule',
    name: 'Thank buyers',
    external_id: null,
    state: 'draft',
    state_reason: null,
    ...DEFINITION,
    published: null,
    metadata: {},
    version: 1,
    created_at: '2026-11-02T09:30:00.125Z',
    updated_at: '2026-11-02T09:30:00.125Z',
};

const PUBLISHED = {
    ...DEFINITION,
    number: 1,
    scopes: ['links:write'],
    published_by: 'key_01kb3q9b6wf3s5r8t1v4x7z0c2',
    published_at: '2026-11-02T09:31:00.125Z',
};

describe('the draft of a rule', () => {
    it('is the rule again when nothing is touched', () => {
        expect(changeOf(draftOf(RULE))).toEqual({ name: 'Thank buyers', ...DEFINITION, flow: null });
        expect(isSame(draftOf(RULE), draftOf({ ...RULE }))).toBe(true);
    });

    it('has one type of events on each line that is not blank', () => {
        expect(linesOf(' order.paid \r\n\n  link.*\n')).toEqual(['order.paid', 'link.*']);
        expect(linesOf(' \n')).toEqual([]);
    });

    it('keeps an endpoint, and has a period or a cron expression', () => {
        const trigger = { cron: '0 9 * * MON', zone: 'Europe/Berlin', endpoint: 'ep_1' };
        expect(changeOf(draftOf({ ...RULE, trigger })).trigger).toEqual(trigger);
        expect(changeOf({ ...draftOf(RULE), types: '', schedule: 'PT10M' }).trigger).toEqual({ every: 'PT10M' });
        expect(changeOf({ ...draftOf(RULE), types: '' }).trigger).toEqual({ event_types: [] });
    });

    it('removes a filter that was emptied, and begins without one', () => {
        const draft = { ...draftOf(RULE), filter: ' ' };
        expect(changeOf(draft).filter).toBeNull();
        expect(createOf(draft)).not.toHaveProperty('filter');
    });

    it('removes limits, and members of limits, that are not there any more', () => {
        const draft = { ...draftOf(RULE), flow: '{"concurrency": {"limit": 1}}' };
        expect(changeOf(draft).flow).toEqual({
            concurrency: { limit: 1, key: null },
            debounce: null,
            rate_limit: null,
        });
        expect(draftOf({ ...RULE, flow: { concurrency: { limit: 1 } } }).flow).toContain('"limit": 1');
        expect(draftOf({ ...RULE, flow: {} }).flow).toBe('');
        expect(createOf({ ...draft, flow: '' })).not.toHaveProperty('flow');
        expect(() => changeOf({ ...draft, flow: '{' })).toThrow(Malformed);
    });

    it('is not sent with actions that are no JSON', () => {
        const attempt = () => changeOf({ ...draftOf(RULE), actions: '[{]' });
        expect(attempt).toThrow(Malformed);
        let problem: unknown;
        try {
            attempt();
        } catch (failure) {
            problem = failure;
        }
        expect(faultsAt(problem, '/actions')).toHaveLength(1);
    });

    it('is active once it is what was published', () => {
        expect(isActive(RULE)).toBe(false);
        expect(isActive({ ...RULE, published: PUBLISHED })).toBe(true);
        expect(isActive({ ...RULE, published: { ...PUBLISHED, actions: [] } })).toBe(false);
    });
});

describe('a draft that is edited while the rule is read again', () => {
    const untouched = { from: RULE, draft: draftOf(RULE) };
    const touched = { from: RULE, draft: { ...draftOf(RULE), filter: 'true' } };
    const paused: Rule = { ...RULE, state: 'paused', version: 2 };
    const changed: Rule = { ...RULE, name: 'Thank VIP buyers', version: 2 };

    it('follows the rule while nothing is typed', () => {
        expect(readAgain(untouched, changed)).toEqual({ from: changed, draft: draftOf(changed) });
    });

    it('keeps what was typed, and is for the version that has the same draft', () => {
        expect(readAgain(touched, paused)).toEqual({ from: paused, draft: touched.draft });
    });

    it('keeps its version if the draft was changed elsewhere, so that saving it is rejected', () => {
        expect(readAgain(touched, changed)).toEqual(touched);
    });
});
