import { defineConfig } from '@playwright/test';

const { POSTRIDER_BASE_URL, POSTRIDER_CHROMIUM, POSTRIDER_BROWSER_OUTPUT } = process.env;
if (!POSTRIDER_BASE_URL || !POSTRIDER_CHROMIUM) {
    throw new Error('POSTRIDER_BASE_URL and POSTRIDER_CHROMIUM must be set; ConsoleInBrowserTest sets them');
}
const output = POSTRIDER_BROWSER_OUTPUT ?? '../target/browser';

export default defineConfig({
    testDir: 'tests',
    outputDir: `${output}/results`,
    // One server with one first-run owner: what one test makes, the next may see.
    workers: 1,
    retries: 0,
    forbidOnly: true,
    // A machine may be slow; what cannot be clicked any more is said before the whole test has run out of time.
    timeout: 300_000,
    expect: { timeout: 60_000 },
    reporter: [['list'], ['json', { outputFile: `${output}/report.json` }]],
    // What begins with an empty folder comes before everything that fills it.
    projects: [
        { name: 'first run', testMatch: 'onboarding.spec.ts' },
        { name: 'console', testIgnore: 'onboarding.spec.ts' },
    ],
    use: {
        baseURL: POSTRIDER_BASE_URL,
        actionTimeout: 60_000,
        launchOptions: { executablePath: POSTRIDER_CHROMIUM, args: ['--no-sandbox', '--disable-dev-shm-usage'] },
        screenshot: 'only-on-failure',
        trace: 'retain-on-failure',
    },
});
