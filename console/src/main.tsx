import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { newQueryClient } from './api/asking';
import { App } from './shell/App';
import { ConsoleBoundary } from './shell/Boundary';
import './ui/base.css';
import './ui/layout.css';
import './ui/controls.css';
import './ui/content.css';
import './ui/narrow.css';

const client = newQueryClient();
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
