import { describe as about, expect, it } from 'vitest';
import { small } from '../test/small';
import { readContract } from './contract';
import { describe as described } from './schema';

const contract = readContract(small);
const thing = { $ref: '#/components/schemas/Thing' };

about('the contract', () => {
    it('is read by surface, in the order in which it is written', () => {
        expect(contract.surfaces.map(({ slug, name }) => [slug, name])).toEqual([['some-things', 'Some things']]);
        expect(contract.surfaces[0]?.operations.map(({ id }) => id)).toEqual([
            'createThing',
            'getThing',
            'put',
            'enable',
            'upload',
            'signIn',
            'signOut',
        ]);
        expect(contract.deliveries.operations.map(({ id, path }) => [id, path])).toEqual([
            ['onThingMade', 'thing.made'],
        ]);
    });

    it('reads the credentials of an operation', () => {
        const found = contract.surfaces[0]?.operations.map(({ id, caller, scopes }) => [id, caller, ...scopes]);
        expect(found).toContainEqual(['createThing', 'key', 'things:write']);
        expect(found).toContainEqual(['signIn', 'none']);
        expect(found).toContainEqual(['signOut', 'session']);
    });

    it('lets an operation say more of a parameter than its path', () => {
        const get = contract.surfaces[0]?.operations[1];
        expect(get?.parameters.map(({ name, example, required }) => [name, example, required])).toEqual([
            ['id', 'thg_1', true],
            ['tag', 'none', false],
            ['all', 'all', false],
        ]);
    });

    it('groups the codes of problems by status', () => {
        const responses = contract.surfaces[0]?.operations[0]?.responses;
        expect(responses?.map(({ status, problems }) => [status, problems])).toEqual([
            ['201', []],
            ['409', [{ status: '409', codes: [['thing_taken', 'Another thing has this name.']] }]],
            [
                'default',
                [
                    { status: '400', codes: [['bad_request', 'It is bad.']] },
                    { status: '404', codes: [['not_found', 'It is not there.']] },
                ],
            ],
        ]);
        expect(responses?.[0]?.headers).toEqual([
            { name: 'Location', description: 'Where it is.', schema: { type: 'string' } },
        ]);
    });
});

about('a reference', () => {
    it('is looked up, and what stands beside it wins', () => {
        expect(contract.document.resolve({ ...thing, description: 'Mine.' })).toMatchObject({
            type: 'object',
            description: 'Mine.',
        });
    });

    it.each([
        ['#/components/schemas/None', 'points to nothing'],
        ['#/components/schemas/Loop', 'circular'],
        ['other.yaml#/x', 'outside the document'],
    ])('to %s is refused', ($ref, why) => {
        expect(() => contract.document.resolve({ $ref })).toThrow(why);
    });
});

about('a schema', () => {
    const whole = described(contract.document, thing);
    const field = (name: string) =>
        described(contract.document, whole.fields.find((found) => found.name === name)?.schema ?? null);

    it('says which fields there are, and which must be', () => {
        expect(whole.fields.map(({ name, required }) => [name, required])).toEqual([
            ['name', true],
            ['within', false],
            ['kinds', false],
            ['shape', false],
        ]);
        expect(field('name')).toMatchObject({
            type: 'string',
            description: 'What it is called.',
            constraints: ['1 to 10 characters'],
        });
    });

    it('may hold itself', () => {
        expect(field('within').description).toBe('What it is in.');
        expect(field('within').fields.map(({ name }) => name)).toEqual(['name', 'within', 'kinds', 'shape']);
    });

    it('of a list tells of what is in it', () => {
        expect(field('kinds')).toMatchObject({
            type: 'array of string or null',
            constraints: ['at most 3 items'],
            values: ['small', 'large'],
        });
    });

    it('has forms to choose from', () => {
        expect(field('shape').type).toBe('one of several');
        expect(field('shape').variants.map(({ name }) => name)).toEqual(['Circle', 'Square']);
    });

    it('of several parts is one with the fields of all', () => {
        const circle = described(contract.document, { $ref: '#/components/schemas/Circle' });
        expect(circle.type).toBe('object');
        expect(circle.fields.map(({ name, required }) => [name, required])).toEqual([
            ['radius', true],
            ['name', true],
        ]);
    });

    it('that allows other names shows what they hold', () => {
        const metadata = described(contract.document, { type: 'object', additionalProperties: { type: 'string' } });
        expect(metadata.fields).toEqual([{ name: 'any other name', required: false, schema: { type: 'string' } }]);
    });
});
