import { Suspense, lazy } from 'react';
import { Loading } from '../../ui/Loaded';

const ChangeList = lazy(() => import('./ChangeList'));

/** What changed from version to version. */
export function ChangePage() {
    return (
        <article>
            <header className="ref-head">
                <h1 tabIndex={-1}>Changes</h1>
                <p className="ref-prose">
                    All that a user of Postrider can see, version by version. Within <code>/api/v1</code> the API is
                    only added to.
                </p>
            </header>
            <Suspense fallback={<Loading />}>
                <ChangeList />
            </Suspense>
        </article>
    );
}
