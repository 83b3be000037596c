import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiProblem, isPassing } from './api/problem';
import { App } from './shell/App';
import { ConsoleBoundary } from './shell/Boundary';
import './ui/base.css';
import './ui/layout.css';
import './ui/controls.css';
import './ui/content.css';
import './ui/narrow.css';

const ASK_AGAIN_MILLIS = 5_000;

const client = new QueryClient({
    defaultOptions: {
        queries: {
            // Whether the network is there is found out by asking: the browser's own idea of it is often wrong.
            networkMode: 'always',
            staleTime: 2_000,
            retry: (failures, problem) => failures < 3 && problem instanceof ApiProblem && problem.status === 503,
            // Whoever waits in front of what did not arrive need not be the one who asks again.
            refetchInterval: ({ state }) => (isPassing(state.error) ? ASK_AGAIN_MILLIS : false),
        },
        mutations: { networkMode: 'always' },
    },
});

const root = document.getElementById('root');
if (root === null) {
    throw new Error('the page has no #root');
}
createRoot(root).render(
    <StrictMode>
        <ConsoleBoundary>
            <QueryClientProvider client={client}>
                <App />
            </QueryClientProvider>
        </ConsoleBoundary>
    </StrictMode>,
);
