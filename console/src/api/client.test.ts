import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, api } from './client';
import { ApiProblem, Unreachable, Unreadable } from './problem';

function answered(response: () => Response) {
    vi.stubGlobal('fetch', () => Promise.resolve(response()));
    return answer(api.GET('/api/v1/session'));
}

describe('an answer', () => {
    afterEach(() => {
        vi.unstubAllGlobals();
    });

    it('is rejected if it is not from the API', async () => {
        const page = () => new Response('<!doctype html>', { headers: { 'Content-Type': 'text/html' } });
        await expect(answered(page)).rejects.toBeInstanceOf(Unreadable);
        const measured = () => new Response('<!doctype html>', { headers: { 'Content-Length': '15' } });
        await expect(answered(measured)).rejects.toBeInstanceOf(Unreadable);
    });

    it('keeps a problem, whatever its body', async () => {
        await expect(answered(() => new Response('<html>', { status: 502 }))).rejects.toBeInstanceOf(ApiProblem);
        vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
        await expect(answer(api.GET('/api/v1/session'))).rejects.toBeInstanceOf(Unreachable);
    });
});
