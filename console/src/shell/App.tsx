import { Suspense } from 'react';
import { Redirect, Route, Router, Switch } from 'wouter';
import { Loading } from '../ui/Loaded';
import { mayLeave } from '../ui/useAskBeforeLeaving';
import { PageBoundary } from './Boundary';
import { Layout, OpenLayout } from './Layout';
import { NotFound } from './NotFound';
import { SignInPage } from './SignInPage';
import { type Page, pages } from './routes';
import { SessionGate } from './session';

/** The whole console: the layout and the page of the address. */
export function App() {
    return (
        <Router
            base="/user"
            aroundNav={(navigate, to, options) => {
                if (mayLeave()) {
                    navigate(to, options);
                }
            }}
        >
            <SessionGate signedOut={<SignedOut />}>
                <Layout>
                    <PageBoundary>
                        <Suspense fallback={<Loading />}>
                            <Switch>
                                {pages.map(routeOf)}
                                <Route path="/api/sign-in">
                                    <Redirect to="/api" replace />
                                </Route>
                                <Route path="/">
                                    <Redirect to="/api" replace />
                                </Route>
                                <Route component={NotFound} />
                            </Switch>
                        </Suspense>
                    </PageBoundary>
                </Layout>
            </SessionGate>
        </Router>
    );
}

/** The routes without a session: the public pages, and the sign-in for all others. */
function SignedOut() {
    return (
        <Switch>
            {pages
                .filter((page) => page.open)
                .map((page) => (
                    <Route key={page.path} path={page.path}>
                        <OpenLayout>
                            <PageBoundary>
                                <Suspense fallback={<Loading />}>
                                    <page.shows />
                                </Suspense>
                            </PageBoundary>
                        </OpenLayout>
                    </Route>
                ))}
            <Route component={SignInPage} />
        </Switch>
    );
}

function routeOf(page: Page) {
    return <Route key={page.path} path={page.path} component={page.shows} />;
}
