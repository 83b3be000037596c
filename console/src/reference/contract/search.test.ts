import { expect, it } from 'vitest';
import { small } from '../test/small';
import { readContract } from './contract';
import { indexOf, search } from './search';

const index = indexOf(readContract(small));

function found(query: string): string[] {
    return search(index, query).map(
        ({ target, why }) => `${target.href.split('/').at(-1) ?? ''}${why === '' ? '' : ` (${why})`}`,
    );
}

it('finds by name, summary and address', () => {
    expect(found('make a thing')[0]).toBe('createThing');
    expect(found('GETTHING')).toEqual(['getThing']);
    expect(found('post /api/v1/uploads')).toEqual(['upload']);
});

it('finds by parameter, field and code, and says so', () => {
    expect(found('idempotency')).toEqual(['createThing (parameter Idempotency-Key)']);
    expect(found('radius')).toContain('createThing (field radius)');
    expect(found('thing_taken')).toEqual(['createThing (code thing_taken)']);
    expect(found('not_found')).toEqual(['createThing (code not_found)']);
});

it('wants every word', () => {
    expect(found('session delete')).toEqual(['signOut']);
    expect(found('session delete nothing')).toEqual([]);
    expect(found('  ')).toEqual([]);
});

it('finds what is sent to webhooks', () => {
    expect(found('thing.made')).toEqual(['onThingMade']);
});

it('finds by the words of descriptions and in guides', () => {
    expect(found('all about cars')).toEqual(['reference#cars']);
});
