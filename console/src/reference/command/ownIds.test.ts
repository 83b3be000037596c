import { describe, expect, it } from 'vitest';
import { readContract } from '../contract/contract';
import type { JsonObject } from '../contract/document';
import { listsOf, prefixesOf, withIds } from './ownIds';

const THING = 'thg_01m6dsg7hxfrv9wdjrfaydxx8p';
const BOX = 'box_01m6dsg7hxfrv9wdjrfaydxx8p';
const OWN = 'thg_01m8k0z9naf71t26a39am7qxqn';

const filled = {
    parameters: { 'path id': THING, 'query q': 'thg_short' },
    medium: 'application/json',
    body: `{"thing": "${THING}", "box": "${BOX}"}`,
    files: {},
    accept: 'application/json',
};

const operation = (operationId: string, parameters: JsonObject[] = []) => ({
    operationId,
    tags: ['Things'],
    security: [],
    parameters,
    responses: {},
});
const id = { name: 'id', in: 'path', required: true, example: THING, schema: { type: 'string' } };
const contract = readContract({
    openapi: '3.1.0',
    info: { title: 'T', version: '1', description: '' },
    servers: [{ url: 'https://example.com' }],
    tags: [{ name: 'Things', description: '' }],
    paths: {
        '/things': { get: operation('listThings'), post: operation('createThing') },
        '/things/{id}': { get: operation('getThing', [id]) },
        '/lone/{id}': { get: operation('getLone', [{ ...id, example: BOX }]) },
    },
});

describe('the IDs of samples', () => {
    it('come from the list of their type', () => {
        const lists = [...listsOf(contract)].map(([prefix, list]) => [prefix, list.id]);
        expect(lists).toEqual([['thg', 'listThings']]);
    });

    it('are found in parameters and in the body', () => {
        expect(prefixesOf(filled)).toEqual(['thg', 'box']);
    });

    it('become those of the reader where there are such', () => {
        const own = withIds(filled, { thg: OWN });
        expect(own.parameters).toEqual({ 'path id': OWN, 'query q': 'thg_short' });
        expect(own.body).toBe(`{"thing": "${OWN}", "box": "${BOX}"}`);
    });
});
