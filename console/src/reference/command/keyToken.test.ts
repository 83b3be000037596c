import { describe, expect, it } from 'vitest';
import { masked, readKey } from './keyToken';

const KEY = 'prk_live_0123456789AB_ABCDEFGHIJKLMNOPQRSTUVWXYZ01234521yobO';

describe('a pasted key', () => {
    // The same as in KeyTokenTest of the service.
    it.each([
        ['live', '0123456789AB', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345', '21yobO'],
        ['test', 'zzzzzzzzzzzz', '00000000000000000000000000000000', '33h5aU'],
        ['live', '000000000003', '00000000000000000000000000000003', '0ePL03'],
    ])('is known by its checksum (%s %s)', (environment, id, secret, checksum) => {
        const text = `prk_${environment}_${id}_${secret}${checksum}`;
        expect(readKey(text)).toEqual({ text, prefix: `prk_${environment}_${id}`, environment });
    });

    it('may have spaces around it and the word Bearer before it', () => {
        expect(readKey(`  Bearer ${KEY}\n`)).toMatchObject({ text: KEY });
    });

    it('is refused with any one character changed', () => {
        for (let i = 0; i < KEY.length; i++) {
            for (const character of '0aZ_-é\n') {
                if (character !== KEY[i]) {
                    const changed = KEY.slice(0, i) + character + KEY.slice(i + 1);
                    expect(readKey(changed), changed).toBeTypeOf('string');
                }
            }
        }
    });

    it('says what is wrong with it', () => {
        expect(readKey('whsec_abc')).toContain('begins with');
        expect(readKey(KEY.slice(0, -1))).toContain('60 characters');
        expect(readKey(KEY.replace('ABC', 'ACB'))).toContain('checksum');
    });

    it('is shown without its secret', () => {
        const key = readKey(KEY);
        expect(typeof key).toBe('object');
        expect(typeof key === 'string' ? '' : masked(key)).toBe('prk_live_0123456789AB_••••••••');
    });
});
