import { expect, it } from 'vitest';
import { randomText, seeded } from '../test/random';
import { ascii, indented, minified } from './jsonText';

it('keeps numbers and texts as they are written', () => {
    const json =
        '{"id": 12345678901234567890, "half": 1.50, "list": [1, {"empty": {}}, []], "text": "a, b: {\\"c\\"}"}';
    expect(minified(json)).toBe(
        '{"id":12345678901234567890,"half":1.50,"list":[1,{"empty":{}},[]],"text":"a, b: {\\"c\\"}"}',
    );
    expect(indented(json)).toContain('"id": 12345678901234567890,\n  "half": 1.50,');
    expect(minified(indented(json))).toBe(minified(json));
});

it('indents as JSON.stringify does, and says the same in ASCII', () => {
    const seed = Date.now() % 1_000_000_000;
    const random = seeded(seed);
    for (let i = 0; i < 200; i++) {
        const value = {
            [randomText(random)]: [randomText(random), null, { a: randomText(random), b: {} }, []],
            n: -1.5e-7,
        };
        const json = JSON.stringify(value, null, 2);
        expect(indented(JSON.stringify(value)), `seed ${seed}`).toBe(json);
        expect(ascii(json), `seed ${seed}`).toMatch(/^[\n\x20-\x7e]*$/);
        expect(JSON.parse(minified(ascii(json))), `seed ${seed}`).toEqual(value);
    }
});

it('leaves what is no JSON alone', () => {
    expect(indented('{a: 1} text')).toBe('{a: 1} text');
    expect(minified('{"a": }')).toBe('{"a": }');
});
