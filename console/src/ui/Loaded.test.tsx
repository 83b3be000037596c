import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from '../api/asking';
import { ApiProblem, Unreachable } from '../api/problem';
import { type Page, usePages } from '../api/queries';
import { Pages } from './Loaded';

type Answer = () => Promise<Page<string>>;

const ROWS: Answer = () => Promise.resolve({ data: ['row'], has_more: true, next_cursor: 'next' });
const CUT_OFF: Answer = () => Promise.reject(new Unreachable());

/** Restoring, for a few seconds yet. */
function away(request: string): Answer {
    const response = new Response(null, { status: 503, headers: { 'Retry-After': '2' } });
    const body = { code: 'restoring', detail: 'The keys are being restored.', request_id: request };
    return () => Promise.reject(new ApiProblem(response, body));
}

const REFUSED: Answer = () =>
    Promise.reject(new ApiProblem(new Response(null, { status: 403 }), { code: 'scope_missing', detail: 'Not you.' }));

let asked: (string | undefined)[];
let answers: Answer;
let place: HTMLElement;
let root: Root;

function List({ of: filter }: { readonly of: string }) {
    const query = usePages<string>(['list', filter], (cursor) => {
        asked.push(cursor);
        return answers();
    });
    return (
        <Pages query={query} empty="nothing">
            {(rows) => <ul>{rows.join()}</ul>}
        </Pages>
    );
}

async function passes(millis: number): Promise<void> {
    await act(() => vi.advanceTimersByTimeAsync(millis));
}

const client = newQueryClient();

async function show(filter = 'all'): Promise<void> {
    act(() => {
        root.render(
            <QueryClientProvider client={client}>
                <List of={filter} />
            </QueryClientProvider>,
        );
    });
    await passes(1);
}

async function press(name: string): Promise<void> {
    const found = [...place.querySelectorAll('button')].find((each) => each.textContent === name);
    expect(found, `${name} in ${place.innerHTML}`).toBeDefined();
    act(() => {
        found?.click();
    });
    await passes(1);
}

function askAnew(): void {
    act(() => void client.invalidateQueries());
}

function text(selector: string): string | undefined {
    return place.querySelector(selector)?.textContent;
}

beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    asked = [];
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
});

afterEach(() => {
    act(() => {
        root.unmount();
    });
    client.clear();
    place.remove();
    vi.unstubAllGlobals();
    vi.useRealTimers();
});

describe('a list that was never shown', () => {
    it('says what is wrong from the first answer on, and at no time again that it loads', async () => {
        answers = away('req_1');
        await show();
        expect(text('[role="alert"]')).toContain('The keys are being restored.');
        expect(text('[role="alert"]')).toContain('restoring · request req_1 · retry after 2 s');
        expect(place.textContent).toContain('The console retries automatically.');
        const waiting: (() => void)[] = [];
        answers = () =>
            new Promise((_, reject) => {
                waiting.push(() => {
                    reject(new Unreachable());
                });
            });
        for (let second = 0; second < 60; second += 1) {
            await passes(1_000);
            expect(text('[role="alert"]'), `after ${second} s`).toBeDefined();
            expect(place.textContent).not.toContain('Loading');
            if (second % 7 === 0) {
                waiting.pop()?.();
            }
        }
        expect(asked.length).toBeGreaterThan(3);
        expect(text('[role="alert"]')).toContain('cannot be reached');
    });

    it('is asked again as soon as the server said, and shown', async () => {
        answers = away('req_1');
        await show();
        answers = ROWS;
        await passes(1_900);
        expect(asked).toHaveLength(1);
        await passes(200);
        expect(text('ul')).toBe('row');
        expect(text('[role="alert"]')).toBeUndefined();
    });

    it('is repeated at once by the button, also where it is not repeated automatically', async () => {
        for (const wrong of [away('req_1'), CUT_OFF, REFUSED]) {
            answers = wrong;
            await show(wrong.name || 'away');
            expect(text('[role="alert"]')).toBeDefined();
            answers = ROWS;
            await press('Try again');
            expect(text('ul')).toBe('row');
        }
        answers = REFUSED;
        await show('refused for good');
        const before = asked.length;
        await passes(60_000);
        expect(asked).toHaveLength(before);
        expect(place.textContent).not.toContain('by itself');
    });
});

describe('a list that has been shown', () => {
    it('keeps its rows while it cannot be refreshed, says so quietly, and no more once it was', async () => {
        answers = ROWS;
        await show();
        for (const wrong of [away('req_2'), CUT_OFF]) {
            answers = wrong;
            askAnew();
            for (let second = 0; second < 30; second += 1) {
                await passes(1_000);
                expect(text('ul'), `after ${second} s`).toBe('row');
                expect(text('[role="status"]')).toContain('could not be refreshed; trying again');
                expect(text('[role="alert"]')).toBeUndefined();
            }
            answers = ROWS;
            await passes(10_000);
            expect(text('ul')).toBe('row');
            expect(text('[role="status"]')).toBeUndefined();
        }
    });

    it('says which request it was', async () => {
        answers = ROWS;
        await show();
        answers = away('req_2');
        askAnew();
        await passes(1);
        expect(text('[role="status"]')).toContain('restoring · request req_2');
    });

    it('says aloud what does not pass by itself, and keeps its rows too', async () => {
        answers = ROWS;
        await show();
        answers = REFUSED;
        askAnew();
        await passes(1);
        expect(text('ul')).toBe('row');
        expect(text('[role="alert"]')).toContain('Not you.');
    });

    it('does not pass for what other filters would find', async () => {
        answers = ROWS;
        await show();
        answers = () => new Promise(() => undefined);
        await show('filtered');
        expect(text('ul')).toBe('row');
        answers = CUT_OFF;
        await show('filtered in another way');
        await passes(30_000);
        expect(text('ul')).toBeUndefined();
        expect(text('[role="alert"]')).toContain('cannot be reached');
    });

    it('asks for the rest again that did not arrive, and for nothing before it', async () => {
        answers = ROWS;
        await show();
        answers = REFUSED;
        await press('Show more');
        expect(text('ul')).toBe('row');
        expect(text('[role="alert"]')).toContain('Not you.');
        answers = () => Promise.resolve({ data: ['more'], has_more: false, next_cursor: null });
        await press('Try again');
        expect(text('ul')).toBe('row,more');
        expect(asked).toEqual([undefined, 'next', 'next']);
    });
});

describe('a list of which the first pages are empty', () => {
    const empty = (next: string | null) => () => Promise.resolve({ data: [], has_more: true, next_cursor: next });

    it('is asked for until it has a row', async () => {
        answers = () => (asked.length < 3 ? empty(`after ${asked.length}`)() : ROWS());
        await show();
        expect(text('ul')).toBe('row');
        expect(asked).toEqual([undefined, 'after 1', 'after 2']);
    });

    it('is empty once the end was reached', async () => {
        answers = () => empty(asked.length < 3 ? 'next' : null)();
        await show();
        expect(place.textContent).toBe('nothing');
    });

    it('is not called empty before its end, and goes on when asked to', async () => {
        answers = empty('next');
        await show();
        expect(asked).toHaveLength(50);
        expect(place.textContent).toBe('No results so far.Continue search');
        answers = ROWS;
        await press('Continue search');
        expect(text('ul')).toBe('row');
        expect(asked).toHaveLength(51);
    });

    it('is asked for no further where other filters were chosen', async () => {
        answers = () => new Promise((done) => setTimeout(() => void empty('next')().then(done), 100));
        await show();
        answers = ROWS;
        await show('filtered');
        await passes(1_000);
        expect(asked).toEqual([undefined, undefined]);
    });
});
