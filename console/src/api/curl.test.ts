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

    it('is for any version where the call was for one', () => {
        const call = { method: 'DELETE', url: 'http://localhost/api/v1/automation/rules/rul_1' };
        expect(curl({ ...call, matched: true })).toContain("-H 'If-Match: *'");
        expect(curl(call)).not.toContain('If-Match');
    });

    it('has the cookie of the session, and no key, if it concerns a user', () => {
        const read = curl({ method: 'GET', url: 'http://localhost/api/v1/session', inSession: true });
        expect(read).toContain('--cookie postrider-cookies.txt');
        expect(read).not.toMatch(/API_KEY|CSRF_TOKEN|cookie-jar/);
        const change = curl({ method: 'PATCH', url: 'http://localhost/api/v1/user', body: '{}', inSession: true });
        expect(change).toContain('--cookie postrider-cookies.txt --cookie-jar postrider-cookies.txt');
        expect(change).toContain('"X-CSRF-Token: $CSRF_TOKEN"');
        expect(change).not.toContain('API_KEY');
    });
});
