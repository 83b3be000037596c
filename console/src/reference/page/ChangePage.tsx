import { Suspense, lazy } from 'react';
import { Loading } from '../../ui/Loaded';

const ChangeList = lazy(() => import('./ChangeList'));

/** The changes of each version. */
export function ChangePage() {
    return (
        <article>
            <header className="ref-head">
                <h1 tabIndex={-1}>Changes</h1>
                <p className="ref-prose">
                    Changes that users can see, by version. Within <code>/api/v1</code> the API only gains features.
                </p>
            </header>
            <Suspense fallback={<Loading />}>
                <ChangeList />
            </Suspense>
        </article>
    );
}
