import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Link, Route, Router } from 'wouter';
import { Dialog } from './Dialog';
import { StoredGate } from './StoredGate';
import { mayLeave } from './useAskBeforeLeaving';

let place: HTMLElement;
let root: Root;
const confirm = vi.fn<() => boolean>();
const stored = vi.fn();

beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    vi.stubGlobal('confirm', confirm);
    history.replaceState(null, '', '/before');
    history.pushState(null, '', '/new');
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    act(() => {
        root.render(
            <Router
                aroundNav={(navigate, to, options) => {
                    if (mayLeave()) {
                        navigate(to, options);
                    }
                }}
            >
                <Link href="/elsewhere">Elsewhere</Link>
                <Route path="/new">
                    <StoredGate what="the secret" onStored={stored}>
                        whsec_1
                    </StoredGate>
                </Route>
            </Router>,
        );
    });
});

afterEach(() => {
    act(() => {
        root.unmount();
    });
    place.remove();
    vi.unstubAllGlobals();
    vi.resetAllMocks();
});

function click(element: Element | null): void {
    act(() => {
        element?.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    });
}

async function back(): Promise<void> {
    await act(async () => {
        const gone = new Promise((resolve) => {
            addEventListener('popstate', resolve, { once: true });
        });
        history.back();
        await gone;
    });
}

describe('a secret that is shown once', () => {
    it('stays where a link is not confirmed', () => {
        confirm.mockReturnValue(false);
        click(place.querySelector('a'));
        expect(confirm).toHaveBeenCalledOnce();
        expect(place.textContent).toContain('whsec_1');
        expect(location.pathname).toBe('/new');
        confirm.mockReturnValue(true);
        click(place.querySelector('a'));
        expect(place.textContent).not.toContain('whsec_1');
        click(place.querySelector('a'));
        expect(confirm).toHaveBeenCalledTimes(2);
    });

    it('stays where back is not confirmed, each time', async () => {
        confirm.mockReturnValue(false);
        await back();
        await back();
        expect(confirm).toHaveBeenCalledTimes(2);
        expect(place.textContent).toContain('whsec_1');
        expect(location.pathname).toBe('/new');
        confirm.mockReturnValue(true);
        await back();
        await vi.waitFor(() => {
            expect(location.pathname).toBe('/before');
        });
    });

    it('asks before the tab is closed', () => {
        const closing = new Event('beforeunload', { cancelable: true });
        dispatchEvent(closing);
        expect(closing.defaultPrevented).toBe(true);
    });

    it('keeps its dialog open where closing is not confirmed, however it is closed', () => {
        const closed = vi.fn();
        const shown = vi.fn();
        HTMLDialogElement.prototype.showModal = shown;
        act(() => {
            root.render(
                <Dialog title="Invite" isOpen onClose={closed}>
                    <StoredGate what="the link" onStored={stored}>
                        link_1
                    </StoredGate>
                </Dialog>,
            );
        });
        shown.mockClear();
        const close = () => {
            act(() => {
                place.querySelector('dialog')?.dispatchEvent(new Event('close'));
            });
        };
        confirm.mockReturnValue(false);
        close();
        close();
        expect(shown).toHaveBeenCalledTimes(2);
        expect(closed).not.toHaveBeenCalled();
        confirm.mockReturnValue(true);
        close();
        expect(closed).toHaveBeenCalledOnce();
    });

    it('asks nothing where it is stored', () => {
        click(place.querySelector('input'));
        click(place.querySelector('button'));
        expect(stored).toHaveBeenCalledOnce();
        expect(mayLeave()).toBe(true);
        expect(confirm).not.toHaveBeenCalled();
    });
});
