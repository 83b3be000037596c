import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './shell/App';
import './ui/base.css';

const root = document.getElementById('root');
if (root === null) {
    throw new Error('the page has no #root');
}
createRoot(root).render(
    <StrictMode>
        <QueryClientProvider client={new QueryClient()}>
            <App />
        </QueryClientProvider>
    </StrictMode>,
);
