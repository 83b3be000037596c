import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { readContract } from '../contract/contract';
import { randomText, seeded } from '../test/random';
import { small } from '../test/small';
import { curl } from './curl';
import { type Credential, type Filled, callerOf, initial, prepare } from './request';

const contract = readContract(small);
const operations = new Map(
    contract.surfaces.flatMap((surface) => surface.operations).map((found) => [found.id, found]),
);

function command(
    id: string,
    change: Partial<Filled> = {},
    credential?: Credential,
    shell: 'bash' | 'cmd' | 'powershell' = 'bash',
) {
    const operation = operations.get(id);
    if (operation === undefined) {
        throw new Error(id);
    }
    const start = initial(operation);
    const filled = { ...start, ...change, parameters: { ...start.parameters, ...change.parameters } };
    const caller = credential ?? callerOf(operation, null);
    return curl(prepare(contract.document, operation, filled, caller, 'https://example.com'), shell);
}

function text(id: string, ...more: [Partial<Filled>?, Credential?, ('bash' | 'cmd' | 'powershell')?]): string {
    const made = command(id, ...more);
    if ('wrong' in made) {
        throw new Error(made.wrong);
    }
    return made.text;
}

/** The arguments that bash passes to curl. */
function handed(written: string): string[] {
    const script = `curl() { printf '%s\\0' "$@"; }\n${written}`;
    return execFileSync('bash', ['--norc', '-c', script], { encoding: 'utf8', env: { API_KEY: 'K', CSRF_TOKEN: 'C' } })
        .split('\0')
        .slice(0, -1);
}

describe('a command', () => {
    it('is complete with what is filled in from the start', () => {
        expect(text('createThing')).toBe(
            [
                "curl --fail-with-body -X POST 'https://example.com/api/v1/things' \\",
                '  -H "Authorization: Bearer $API_KEY" \\',
                "  -H 'Accept: application/json' \\",
                "  -H 'Content-Type: application/json' \\",
                "  --data-raw '{",
                '  "name": "It\'\\\'\'s here"',
                "}'",
            ].join('\n'),
        );
    });

    it('has the pasted key in the place of the variable', () => {
        expect(text('getThing', {}, { kind: 'key', key: 'prk_live_x' })).toBe(
            "curl --fail-with-body 'https://example.com/api/v1/things/thg_1' \\\n" +
                "  -H 'Authorization: Bearer prk_live_x' \\\n  -H 'Accept: application/json'",
        );
    });

    it('encodes what is filled into the address', () => {
        const filled = { parameters: { 'path id': "a/b?ä'[1]", 'query tag': 'x y', 'query all': 'a,b' } };
        expect(handed(text('getThing', filled))).toContain(
            'https://example.com/api/v1/things/a%2Fb%3F%C3%A4%27%5B1%5D?tag=x%20y&all=a&all=b',
        );
    });

    it('asks for a value that an address cannot do without', () => {
        expect(command('getThing', { parameters: { 'path id': '' } })).toEqual({ wrong: 'id: is required.' });
        expect(command('getThing', { parameters: { 'path id': '..' } })).toEqual({
            wrong: 'id: cannot be . or .. alone.',
        });
    });

    it('has the headers that are filled in, empty ones too', () => {
        expect(
            handed(text('createThing', { parameters: { 'header Idempotency-Key': 'k', 'header X-Note': '' } })),
        ).toEqual(expect.arrayContaining(['Idempotency-Key: k', 'X-Note;']));
        expect(command('createThing', { parameters: { 'header X-Note': 'a\nb' } })).toHaveProperty('wrong');
    });

    it('stores the session cookie, and sends the CSRF token with changes', () => {
        expect(handed(text('signIn'))).toEqual(expect.arrayContaining(['--cookie-jar', 'postrider-cookies.txt']));
        expect(handed(text('signOut'))).toEqual(
            expect.arrayContaining(['--include', '--cookie', 'postrider-cookies.txt', 'X-CSRF-Token: C']),
        );
        expect(handed(text('createThing', {}, { kind: 'session', workspace: 'ws_1' }))).toEqual(
            expect.arrayContaining(['X-CSRF-Token: C', 'Workspace: ws_1']),
        );
    });

    it('sends the fields of a form, files by their names', () => {
        const sent = handed(text('upload', { files: { file: 'my "photo", 1.jpg' } }));
        expect(sent).toEqual(
            expect.arrayContaining(['-F', 'file=@"my \\"photo\\", 1.jpg"', '--form-string', 'note=@home']),
        );
        expect(sent.join()).not.toContain('Content-Type');
        expect(handed(text('upload'))).toContain('file=@file.bin');
    });

    it('sends bytes from a file', () => {
        expect(handed(text('put', { files: { '': 'a.png' } }))).toEqual(
            expect.arrayContaining(['Content-Type: image/png', '--data-binary', '@a.png']),
        );
    });

    it('does without a body that may be left out and says nothing', () => {
        expect(text('enable')).not.toContain('--data');
        expect(text('enable')).not.toContain('Content-Type');
    });

    it('shows a stream as it comes', () => {
        expect(handed(text('getThing', { accept: 'text/event-stream' }))).toEqual(
            expect.arrayContaining(['--no-buffer', 'Accept: text/event-stream']),
        );
    });

    it('refuses a body that no command can hold', () => {
        expect(command('createThing', { body: 'a\0b' })).toEqual({
            wrong: 'Request body: A command cannot contain the character NUL.',
        });
        expect(command('createThing', { body: null })).toEqual({ wrong: 'Request body: is required.' });
    });

    it('puts the body on one line of ASCII for cmd, and in ASCII for PowerShell', () => {
        const body = '{\n  "name": "100 % é"\n}';
        expect(text('createThing', { body }, undefined, 'cmd')).toContain(
            '^\n  --data-raw ^"{\\^"name\\^":\\^"100 ^% \\u00e9\\^"}^"',
        );
        expect(text('createThing', { body }, undefined, 'powershell')).toContain(
            '`\n  --data-raw \'{\n  "name": "100 % \\u00e9"\n}\'',
        );
        expect(text('createThing', {}, undefined, 'powershell')).toContain('"Authorization: Bearer $env:API_KEY"');
    });

    it('hands any body through bash unchanged', () => {
        const seed = Date.now() % 1_000_000_000;
        const random = seeded(seed);
        for (let i = 0; i < 25; i++) {
            const body = JSON.stringify({ name: randomText(random) }) + randomText(random);
            expect(handed(text('createThing', { body })).at(-1), `seed ${seed}`).toBe(body);
        }
    });
});
