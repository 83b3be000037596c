import { describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract';
import { small } from '../test/small';
import { CONTENTS, referenceFiles } from './files';

const files = referenceFiles(readContract(small));

function file(path: string): string {
    return files.get(path) ?? '';
}

describe('the reference as Markdown', () => {
    test('has a file for each operation, which the contents link', () => {
        const linked = [...file(CONTENTS).matchAll(/\]\([^)]*?(\/user[^)]+)\)/g)].map(([, path]) => path);

        expect(linked.length).toBeGreaterThan(3);
        expect(new Set(linked)).toEqual(new Set([...files.keys()].filter((path) => path.endsWith('.md'))));
    });

    test('has the headings of the page and says that there is nothing', () => {
        const text = file('/user/api/reference/some-things/getThing.md');

        expect(text.match(/^##? .*/gm)?.slice(1)).toEqual([
            '## Parameters',
            '## Request body',
            '## cURL',
            '## Responses',
        ]);
        expect(text).toContain('## Request body\n\nNone\n');
        expect(text).toContain('Requires an API key with the scope `things:read`.');
        expect(text).toContain('| `tag` | query | string | Optional | `none` |');
    });

    test('lists the codes of each problem with their advice', () => {
        const text = file('/user/api/reference/some-things/createThing.md');

        expect(text).toContain('### 409\n\nConflict\n\n- `thing_taken`: Another thing has this name.');
        expect(text).toContain('400\n\n- `bad_request`: It is bad.');
        expect(file('/user/api/reference/problems.md')).toContain('- `not_found`: It is not there.');
    });

    test('has a collection with a folder for each surface', () => {
        const read = JSON.parse(file('/user/api/reference/postman.json')) as {
            item: { name: string; item: { request: { url: string; body?: { raw?: string } } }[] }[];
        };

        expect(read.item.map(({ name }) => name)).toContain('Some things');
        const requests = read.item.flatMap(({ item }) => item).map(({ request }) => request);
        expect(requests.map(({ url }) => url)).toContain('{{baseUrl}}/api/v1/things/thg_1');
        expect(requests.some(({ body }) => body?.raw?.includes("It's here"))).toBe(true);
    });
});
