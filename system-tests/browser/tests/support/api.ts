import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { owner } from './owners';

/** Calls the API with the key of this worker, to create the resources of a test. */
export async function call<T>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<T> {
    const { base_url, api_key } = owner();
    const base = process.env.POSTRIDER_BASE_URL ?? base_url;
    const headers = {
        Authorization: `Bearer ${api_key}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': randomUUID(),
        ...more,
    };
    let response = new Response();
    await expect(async () => {
        response = await fetch(`${base}/api/v1${path}`, {
            method,
            headers,
            ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        // Under one key, so that whatever is sent again is done once.
        expect(response.status, `${method} ${path} when the server is busy`).not.toBe(503);
    }).toPass();
    const text = await response.text();
    expect(response.ok, `${method} ${path}: ${text}`).toBe(true);
    return (text === '' ? undefined : JSON.parse(text)) as T;
}

/** Creates a resource, and returns when its list contains it: a page that is opened then shows it too. */
export async function make<T extends { readonly id: string }>(list: string, body: unknown): Promise<T> {
    const made = await call<T>('POST', list, body);
    const ids = async () => (await call<{ data: { id: string }[] }>('GET', `${list}?limit=100`)).data.map(({ id }) => id);
    await expect.poll(ids, { message: `${list} shows ${made.id}` }).toContain(made.id);
    return made;
}

/** Names that are text and nothing else, whatever they look like. */
export const HOSTILE_NAMES = [
    '<script>alert(1)</script><img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    'مرحبا بالعالم \u202Edetrevni',
    '👩‍👩‍👧‍👦 Ω≈ç√∫ ﷽ Ṱ̺̺̕o͞ ̷i̲̬͇̪͙n̝̗͕v̟̜̘̦͟o̶̙̰̠kè͚̮̺̪̹̱̤',
    '{{7*7}} ${7*7} %s %n ../../etc/passwd',
];

/**
 * Names that some programs misinterpret: as nothing, a number, a command, the end of the text, or another direction.
 */
export const NAUGHTY_NAMES = [
    'null',
    'undefined',
    '-1',
    'NaN',
    "' OR 1=1--",
    '{{7*7}}',
    '%00%0d%0aSet-Cookie: a=b',
    'a\u200Bb\u200Cc\u2060d\uFEFFe',
    '\u202Egnp.exe\u202C \u2066isolated\u2069',
    '🏳️‍🌈👩🏽‍🚀👨‍👩‍👧‍👦🇺🇳',
    `e${'\u0301\u0323\u0330'.repeat(20)}`,
    'ﷺ ﷽ مرحبا',
];
