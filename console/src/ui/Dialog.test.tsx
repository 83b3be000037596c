import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Dialog } from './Dialog';

let place: HTMLElement;
let root: Root;
const closed = vi.fn();

beforeEach(() => {
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    // As a browser does, which reports the end of a dialog later.
    vi.spyOn(HTMLDialogElement.prototype, 'close').mockImplementation(() => undefined);
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
    act(() => {
        root.render(
            <Dialog title="Delete link" isOpen onClose={closed}>
                <input type="file" />
            </Dialog>,
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
    closed.mockReset();
});

function cancel(element: Element | null): Event {
    const event = new Event('cancel', { bubbles: true, cancelable: true });
    act(() => {
        element?.dispatchEvent(event);
    });
    return event;
}

describe('a dialog', () => {
    it('reports Escape before the browser reports that it is closed', () => {
        expect(cancel(place.querySelector('dialog')).defaultPrevented).toBe(true);
        expect(closed).toHaveBeenCalledOnce();
    });

    it('reports its button before the browser reports that it is closed', () => {
        act(() => {
            place.querySelector('button')?.click();
        });
        expect(closed).toHaveBeenCalledOnce();
    });

    it('stays open where the choice of a file is cancelled', () => {
        cancel(place.querySelector('input'));
        expect(closed).not.toHaveBeenCalled();
    });
});
