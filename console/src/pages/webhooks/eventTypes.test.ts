import { describe, expect, it } from 'vitest';
import type { EventType } from '../../api/types';
import { chosenOf, groupsOf, patternsOf } from './eventTypes';

const CATALOGUE = ['link.created', 'link.clicked', 'key.created', 'model.connection.created'].map(
    (type): EventType => ({ object: 'event_type', own: false, type, description: '', schema: {}, example: {} }),
);

describe('the events of a webhook', () => {
    it('are grouped by their first word', () => {
        expect(groupsOf(CATALOGUE).map((group) => [group.pattern, group.types.length])).toEqual([
            ['link.*', 2],
            ['key.*', 1],
            ['model.*', 1],
        ]);
    });

    it('stay what they are when nothing is touched, also those that the catalogue does not have', () => {
        const patterns = ['link.*', 'key.created', 'order.paid', '*'];
        expect(patternsOf(chosenOf(patterns, CATALOGUE)).sort()).toEqual([...patterns].sort());
        expect(chosenOf(patterns, CATALOGUE).own).toBe('order.paid');
    });
});
