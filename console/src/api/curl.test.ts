/// <reference types="node" />
import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { curl, quoted } from './curl';

const HOSTILE = ["it's", '$HOME `id` $(id)', 'a\nb', '"\\', '', '-n', '😀 مرحبا', "''''", '!!', '\t*?[a]'];

describe('curl', () => {
    it.each(HOSTILE)('quotes %j as one word of a shell', (text) => {
        expect(execFileSync('bash', ['-c', `printf %s ${quoted(text)}`], { encoding: 'utf8' })).toBe(text);
    });

    it('takes the key from the environment where none is given', () => {
        expect(curl({ method: 'GET', url: 'http://localhost/api/v1/me' })).toContain(
            '"Authorization: Bearer $API_KEY"',
        );
    });

    it('says method and body of what changes something', () => {
        const command = curl({
            method: 'POST',
            url: 'http://localhost/api/v1/keys',
            key: 'prk_test_a',
            body: '{"name":"it\'s"}',
        });
        expect(command).toContain("-X POST 'http://localhost/api/v1/keys'");
        expect(command).toContain("-H 'Authorization: Bearer prk_test_a'");
        expect(command).toContain(`--data-raw '{"name":"it'\\''s"}'`);
    });
});
