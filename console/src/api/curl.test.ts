import { describe, expect, it } from 'vitest';
import { curl } from './curl';

describe('curl', () => {
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
