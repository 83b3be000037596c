import { defineConfig } from '@playwright/test';
import { WORKERS } from './tests/support/owners';

const { POSTRIDER_BASE_URL, POSTRIDER_CHROMIUM, POSTRIDER_BROWSER_OUTPUT, POSTRIDER_BROWSER_TRACE } = process.env;
if (!POSTRIDER_BASE_URL || !POSTRIDER_CHROMIUM) {
    throw new Error('POSTRIDER_BASE_URL and POSTRIDER_CHROMIUM must be set; ConsoleInBrowserTest sets them');
}
const output = POSTRIDER_BROWSER_OUTPUT ?? '../target/browser';

export default defineConfig({
    testDir: 'tests',
    outputDir: `${output}/results`,
    // Each worker has an owner, a workspace and a key of its own (workers.setup.ts).
    workers: WORKERS,
    fullyParallel: true,
    retries: 0,
    forbidOnly: true,
    // A machine may be slow; what cannot be clicked any more is said before the whole test has run out of time.
    timeout: 300_000,
    // Its caller ends a suite that takes longer, without a word of what it is at.
    globalTimeout: Number(process.env.POSTRIDER_BROWSER_LIMIT_MINUTES ?? 9) * 60_000,
    expect: { timeout: 60_000 },
    reporter: [['list'], ['json', { outputFile: `${output}/report.json` }]],
    // An empty data folder comes before everything that fills it; the provider of OpenID Connect knows one user.
    projects: [
        { name: 'first run', testMatch: 'onboarding.spec.ts' },
        { name: 'owners', testMatch: 'workers.setup.ts', dependencies: ['first run'] },
        { name: 'console', testIgnore: ['onboarding.spec.ts', 'workers.setup.ts'], dependencies: ['owners'] },
    ],
    use: {
        baseURL: POSTRIDER_BASE_URL,
        actionTimeout: 60_000,
        launchOptions: { executablePath: POSTRIDER_CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'] },
        screenshot: 'only-on-failure',
        // A trace takes a picture of every step, which costs more than the step.
        trace: POSTRIDER_BROWSER_TRACE ? 'retain-on-failure' : 'off',
    },
});
