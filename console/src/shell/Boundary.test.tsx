import { type ReactNode, act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { ConsoleBoundary, PageBoundary } from './Boundary';

function Page({ data }: { readonly data: unknown }) {
    return <p>{(data as { name: string }[]).map((each) => each.name).join()}</p>;
}

const WRONG = { data: 'of a wrong shape' };

let place: HTMLElement;
let root: Root;

function show(shown: ReactNode) {
    act(() => {
        root.render(shown);
    });
}

function button(name: string): HTMLButtonElement {
    const found = [...place.querySelectorAll('button')].find((each) => each.textContent === name);
    if (found === undefined) {
        throw new Error(`no button ${name} in ${place.innerHTML}`);
    }
    return found;
}

/** Presses a button until the expectation holds. */
async function press(name: string, expected: () => void): Promise<void> {
    act(() => {
        button(name).click();
    });
    await vi.waitFor(async () => {
        await act(() => Promise.resolve());
        expected();
    });
}

beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
});

afterEach(() => {
    act(() => {
        root.unmount();
    });
    place.remove();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

describe('a page that fails while it is shown', () => {
    it('is replaced by what happened and a way on, until another page is gone to', () => {
        const { hook, navigate } = memoryLocation({ path: '/a' });
        const within = (data: unknown) => (
            <ConsoleBoundary>
                <Router hook={hook}>
                    <nav>all around</nav>
                    <PageBoundary>
                        <Page data={data} />
                    </PageBoundary>
                </Router>
            </ConsoleBoundary>
        );
        show(within(WRONG));
        expect(place.querySelector('h1')?.textContent).toBe('This page cannot be shown');
        expect(document.activeElement).toBe(place.querySelector('h1'));
        expect(place.querySelector('[role="alert"]')?.textContent).toContain('is not a function');
        expect(place.querySelector('button')?.textContent).toBe('Reload the page');
        expect(place.querySelector('nav')?.textContent).toBe('all around');

        show(within([{ name: 'fine' }]));
        expect(place.querySelector('h1')).not.toBeNull();
        act(() => {
            navigate('/b');
        });
        expect(place.querySelector('p')?.textContent).toBe('fine');
    });
});

describe('a console that fails around its pages', () => {
    const broken = (
        <ConsoleBoundary>
            <Page data={WRONG} />
        </ConsoleBoundary>
    );

    it('says so, and can be loaded anew', async () => {
        const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);
        show(broken);
        expect(place.querySelector('main h1')?.textContent).toBe('The console cannot be shown');
        expect(document.activeElement).toBe(place.querySelector('h1'));
        expect(document.title).toBe('The console cannot be shown · Postrider');
        await press('Reload the page', () => {
            expect(reload).toHaveBeenCalledOnce();
        });
    });

    it('is left with the token of the server, not with the stored one', async () => {
        const asked: string[] = [];
        vi.stubGlobal('fetch', (request: Request) => {
            asked.push(`${request.method} ${request.headers.get('X-CSRF-Token') ?? ''}`.trim());
            return Promise.resolve(
                request.method === 'GET'
                    ? Response.json({ csrf_token: 'fresh', workspaces: 'of a wrong shape' })
                    : new Response(null, { status: 204 }),
            );
        });
        const gone = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
        show(broken);
        await press('Sign out', () => {
            expect(gone).toHaveBeenCalledExactlyOnceWith('/user/api');
        });
        expect(asked).toEqual(['GET', 'DELETE fresh']);
    });

    it('is not left if the server does not end the session, and shows the reason', async () => {
        const problem = { status: 503, code: 'restoring', detail: 'The keys are being restored.' };
        vi.stubGlobal('fetch', () => Promise.resolve(Response.json(problem, { status: 503 })));
        const gone = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
        show(broken);
        await press('Sign out', () => {
            expect(place.textContent).toContain('The keys are being restored.');
        });
        expect(gone).not.toHaveBeenCalled();
        expect(button('Sign out').getAttribute('aria-disabled')).toBeNull();
    });

    it('is left if the session has ended', async () => {
        vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ code: 'unauthorized' }, { status: 401 })));
        const gone = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined);
        show(broken);
        await press('Sign out', () => {
            expect(gone).toHaveBeenCalledOnce();
        });
    });
});
