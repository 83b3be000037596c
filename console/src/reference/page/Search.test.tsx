import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readContract } from '../contract/contract';
import { small } from '../test/small';
import { Search } from './Search';
import { type Reference, ReferenceContext } from './state';

let place: HTMLElement;
let root: Root;

beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // As a browser does, which reports the end of a dialog later.
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(function (this: HTMLDialogElement) {
        this.open = false;
    });
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    act(() => {
        root.render(
            <ReferenceContext value={{ contract: readContract(small) } as Reference}>
                <Search />
            </ReferenceContext>,
        );
    });
});

afterEach(() => {
    act(() => {
        root.unmount();
    });
    place.remove();
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
});

function press(key: string, more: KeyboardEventInit = {}): void {
    act(() => {
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
    });
}

function dialog(): HTMLDialogElement {
    const found = place.querySelector('dialog');
    if (found === null) {
        throw new Error('no dialog');
    }
    return found;
}

function field(): HTMLInputElement | null {
    return dialog().querySelector('input');
}

it.each([
    ['Ctrl+K', 'k', { ctrlKey: true }],
    ['⌘K', 'k', { metaKey: true }],
    ['a slash', '/', {}],
])('opens by %s, ready to type', (_, key, more) => {
    press(key, more);
    expect(dialog().open).toBe(true);
    expect(document.activeElement).toBe(field());
});

it('opens again by a key that is pressed before the browser has reported the end', () => {
    press('/');
    const first = field();
    act(() => {
        dialog().close();
    });
    press('/');
    act(() => {
        dialog().dispatchEvent(new Event('close'));
    });
    expect(dialog().open).toBe(true);
    expect(field()).not.toBe(first);
    expect(field()?.value).toBe('');
    expect(document.activeElement).toBe(field());
});
