import { describe, expect, it } from 'vitest';
import { withoutSecrets } from './recorder';

describe('what is recorded', () => {
    it('holds no secret, however deep', () => {
        const body = { name: 'x', api_key: 'sk-1', nested: [{ password: 'p', code: '123456' }], headers: { a: 'b' } };
        expect(withoutSecrets(JSON.stringify(body))).toBe(
            '{"name":"x","api_key":"…","nested":[{"password":"…","code":"…"}],"headers":"…"}',
        );
    });

    it('has no body where none was sent', () => {
        expect(withoutSecrets('')).toBeUndefined();
        expect(withoutSecrets(undefined)).toBeUndefined();
    });
});
