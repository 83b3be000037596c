import { type ComponentType, type LazyExoticComponent, lazy } from 'react';

/** One page: where it is, below `/user`, what it is called, and what shows it, fetched when it is first opened. */
export interface Page {
    readonly path: string;
    readonly title: string;
    readonly shows: LazyExoticComponent<ComponentType>;
}

/** Every page of the console, the most specific path first. */
export const pages: readonly Page[] = [
    { path: '/api/reference/*?', title: 'API reference', shows: lazy(() => import('../reference/ReferencePage')) },
    { path: '/api', title: 'Home', shows: lazy(() => import('../pages/home/HomePage')) },
];
