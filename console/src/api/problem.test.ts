import { describe, expect, it } from 'vitest';
import { ApiProblem, Malformed, Unreachable, faultsAt, isPassing, placeWithin } from './problem';

const REFUSED = new ApiProblem(new Response(null, { status: 422 }), {
    title: 'Invalid',
    detail: 'The request is invalid.',
    code: 'invalid',
    request_id: 'req_1',
    errors: [
        { pointer: '#/name', code: 'required', detail: 'is required' },
        { pointer: '#/tags/3', code: 'too_long', detail: 'is too long' },
        { parameter: 'limit', code: 'invalid', detail: 'is no number' },
        'not a fault',
    ],
});

describe('a problem', () => {
    it('shows each fault at its field, and what is within the field too', () => {
        expect(faultsAt(REFUSED, '/name').map((fault) => fault.code)).toEqual(['required']);
        expect(faultsAt(REFUSED, '/tags').map((fault) => fault.code)).toEqual(['too_long']);
        expect(faultsAt(REFUSED, '/tag')).toEqual([]);
        expect(faultsAt(new Error('another'), '/name')).toEqual([]);
        expect(REFUSED.faults).toHaveLength(3);
    });

    it('says where a fault is within a field', () => {
        const places = ['/name', '/tags'].map((field) => faultsAt(REFUSED, field).map((at) => placeWithin(at, field)));
        expect(places).toEqual([[undefined], ['/tags/3']]);
    });

    it('shows what cannot be sent at its field too', () => {
        const problem = new Malformed('/actions', 'No JSON.');
        expect(faultsAt(problem, '/actions').map((fault) => fault.detail)).toEqual(['No JSON.']);
        expect(faultsAt(problem, '/name')).toEqual([]);
    });

    it('passes by itself when the server is away, and at no other time', () => {
        const passing = [400, 401, 404, 429, 500, 502, 503, 504].filter((status) =>
            isPassing(new ApiProblem(new Response(null, { status }), {})),
        );
        expect(passing).toEqual([502, 503, 504]);
        expect(isPassing(new Unreachable())).toBe(true);
        expect(isPassing(null)).toBe(false);
    });

    it('says something also where the answer is no problem', () => {
        const problem = new ApiProblem(
            new Response(null, { status: 502, headers: { 'X-Request-Id': 'req_2' } }),
            '<html>',
        );
        expect(problem.message).toBe('The server answered 502.');
        expect(problem.requestId).toBe('req_2');
        expect(problem.code).toBe('unknown');
    });

    it('says when asking again may be worth it', () => {
        const after = (value?: string) =>
            new ApiProblem(new Response(null, { headers: value === undefined ? {} : { 'Retry-After': value } }), {})
                .retryAfter;
        expect([after('7'), after('0'), after(), after('Sun, 22 Nov 2026 15:00:00 GMT'), after('-1')]).toEqual([
            7,
            0,
            undefined,
            undefined,
            undefined,
        ]);
    });
});
