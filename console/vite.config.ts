import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** A running Postrider that the development server asks for everything that is not the console. */
const postrider = process.env.POSTRIDER_BASE_URL ?? 'http://localhost:8080';

export default defineConfig({
    base: '/user/',
    plugins: [react()],
    build: {
        outDir: 'target/classes/io/postrider/console',
        emptyOutDir: true,
        // The policy of the pages allows no data: in scripts and styles, so everything is a file.
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        target: 'es2023',
    },
    // The changelog is beside this folder.
    server: {
        fs: { allow: ['..'] },
        proxy: { '/api': postrider, '/schemas': postrider, '/user/oidc': postrider, '/readyz': postrider },
    },
    test: { environment: 'happy-dom', include: ['src/**/*.test.{ts,tsx}'] },
});
