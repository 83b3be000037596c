import { describe, expect, it } from 'vitest';
import { createOf } from './draft';
import { INSTANCE, TEMPLATES, begun } from './templates';

const TYPES = ['links.create', 'messages.send', 'http.request', 'ai.reply', 'contacts.create'];

describe('a template', () => {
    for (const { value, label } of TEMPLATES.filter((template) => template.value !== 'empty')) {
        it(`${label} is a body that the API takes`, () => {
            const body = createOf(begun(value, undefined));
            const keys = body.actions.map(({ key }) => key);
            expect(new Set(keys).size).toBe(keys.length);
            expect(keys.every((key) => /^[a-z][a-z0-9_]{0,39}$/.test(key))).toBe(true);
            expect(body.actions.every(({ type }) => TYPES.includes(type))).toBe(true);
            expect(body.trigger.event_types).toHaveLength(1);
            expect(body.name).not.toBe('');
        });

        it(`${label} uses outputs of earlier actions alone`, () => {
            const before = new Set<string>();
            for (const action of createOf(begun(value, undefined)).actions) {
                const used = JSON.stringify(action).matchAll(/steps\.(\w+)/g);
                expect([...used].map((found) => found[1]).filter((key) => !before.has(key ?? ''))).toEqual([]);
                before.add(action.key);
            }
        });
    }

    it('is filled with the id of an instance, or says where one is needed', () => {
        const id = 'inst_01kb3q9b6wf3s5r8t1v4x7z0c2';
        expect(begun('order', id).actions).toContain(`'instance_id': '${id}'`);
        expect(begun('order', id).actions).not.toContain(INSTANCE);
        expect(begun('order', undefined).actions).toContain(INSTANCE);
    });

    it('may be empty', () => {
        expect(begun('empty', undefined)).toEqual({
            name: '',
            types: '',
            schedule: '',
            zone: '',
            endpoint: '',
            filter: '',
            flow: '',
            actions: '[]',
        });
    });
});
