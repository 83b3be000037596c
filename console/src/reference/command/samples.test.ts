import { describe, expect, test } from 'vitest';
import { readContract } from '../contract/contract';
import { small } from '../test/small';
import { callerOf, initial, prepare } from './request';
import { LANGUAGES, sample } from './samples';

const contract = readContract(small);

function request(id: string, body: string | null = null) {
    const operation = contract.surfaces.flatMap(({ operations }) => operations).find((one) => one.id === id);
    if (operation === undefined) {
        throw new Error(`no operation ${id}`);
    }
    const start = initial(operation);
    const filled = { ...start, body: body ?? start.body };
    return prepare(contract.document, operation, filled, callerOf(operation, null), contract.baseUrl);
}

describe('samples', () => {
    test.each(LANGUAGES)('in %s say method, address, key and body', (language) => {
        const made = sample(request('createThing'), language);

        const text = 'text' in made ? made.text : made.wrong;
        expect(text).toContain('"https://example.com/api/v1/things"');
        expect(text).toContain('POST');
        expect(text).toMatch(/"Bearer " \+ .*API_KEY/);
        expect(text).toContain("It's here");
    });

    test('keep what would end a text of several lines', () => {
        const body = '{\n  "a": "`${x}` \\" """ \\\\"\n}';

        const text = (language: 'javascript' | 'python' | 'go') => {
            const made = sample(request('createThing', body), language);
            return 'text' in made ? made.text : '';
        };
        expect(text('javascript')).toContain('`{\n  "a": "\\`\\${x}\\` \\\\" """ \\\\\\\\"\n}`');
        expect(text('python')).toContain('"""{\n  "a": "`${x}` \\\\" \\""" \\\\\\\\"\n}"""');
        expect(text('go')).toContain(JSON.stringify(body));
    });

    test('read a file, and leave forms to cURL', () => {
        const file = sample(request('put'), 'go');

        expect('text' in file && file.text).toContain('os.Open("file.bin")');
        expect(sample(request('upload'), 'java')).toHaveProperty('wrong');
    });
});
