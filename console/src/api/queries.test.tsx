import { QueryClientProvider } from '@tanstack/react-query';
import { act } from 'react';
import { type Root, createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newQueryClient } from './asking';
import { Unreachable } from './problem';
import { useOfWorkspace } from './queries';

let answers: () => Promise<string>;
let place: HTMLElement;
let root: Root;

function One() {
    const { data } = useOfWorkspace(
        ['one'],
        () => answers(),
        (shown) => shown === 'on its way',
    );
    return <p>{data ?? 'nothing'}</p>;
}

async function passes(millis: number): Promise<void> {
    await act(() => vi.advanceTimersByTimeAsync(millis));
}

beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
    place = document.body.appendChild(document.createElement('div'));
    root = createRoot(place);
});

afterEach(() => {
    act(() => {
        root.unmount();
    });
    place.remove();
    vi.unstubAllGlobals();
    vi.useRealTimers();
});

async function show(): Promise<void> {
    act(() => {
        root.render(
            <QueryClientProvider client={newQueryClient()}>
                <One />
            </QueryClientProvider>,
        );
    });
    await passes(1);
}

describe('one thing of the workspace', () => {
    it('is repeated automatically if the server was unreachable', async () => {
        answers = () => Promise.reject(new Unreachable());
        await show();
        answers = () => Promise.resolve('there');
        await passes(10_000);
        expect(place.textContent).toBe('there');
    });

    it('is asked for again every second while it is about to change', async () => {
        answers = () => Promise.resolve('on its way');
        await show();
        answers = () => Promise.resolve('arrived');
        await passes(1_100);
        expect(place.textContent).toBe('arrived');
        answers = () => Promise.resolve('changed later');
        await passes(10_000);
        expect(place.textContent).toBe('arrived');
    });
});
