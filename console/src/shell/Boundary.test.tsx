import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { memoryLocation } from 'wouter/memory-location';
import { PageBoundary } from './Boundary';

function Page({ data }: { readonly data: unknown }) {
    return <p>{(data as { name: string }[]).map((each) => each.name).join()}</p>;
}

describe('a page that fails while it is shown', () => {
    beforeEach(() => {
        vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
        vi.spyOn(console, 'error').mockImplementation(() => undefined);
    });

    afterEach(() => {
        vi.unstubAllGlobals();
        vi.restoreAllMocks();
    });

    it('is replaced by what happened and a way on, until another page is gone to', () => {
        const { hook, navigate } = memoryLocation({ path: '/a' });
        const place = document.body.appendChild(document.createElement('div'));
        const root = createRoot(place);
        const show = (data: unknown) => {
            act(() => {
                root.render(
                    <Router hook={hook}>
                        <PageBoundary>
                            <Page data={data} />
                        </PageBoundary>
                    </Router>,
                );
            });
        };
        show({ data: 'of a wrong shape' });
        expect(place.querySelector('h1')?.textContent).toBe('This page cannot be shown');
        expect(document.activeElement).toBe(place.querySelector('h1'));
        expect(place.querySelector('[role="alert"]')?.textContent).toContain('is not a function');
        expect(place.querySelector('button')?.textContent).toBe('Reload the page');

        show([{ name: 'fine' }]);
        expect(place.querySelector('h1')).not.toBeNull();
        act(() => {
            navigate('/b');
        });
        expect(place.textContent).toBe('fine');
        act(() => {
            root.unmount();
        });
    });
});
