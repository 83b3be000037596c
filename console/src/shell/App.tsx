import { Suspense } from 'react';
import { Route, Router, Switch } from 'wouter';
import { pages } from './routes';

/** The whole console: what surrounds the page, and the page that the address names. */
export function App() {
    return (
        <Router base="/user">
            <main>
                <Suspense fallback={<p role="status">Loading…</p>}>
                    <Switch>
                        {pages.map((page) => (
                            <Route key={page.path} path={page.path} component={page.shows} />
                        ))}
                        <Route>
                            <h1>There is no such page</h1>
                        </Route>
                    </Switch>
                </Suspense>
            </main>
        </Router>
    );
}
