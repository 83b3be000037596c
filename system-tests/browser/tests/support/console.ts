import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect, test as base } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What the first start wrote down for its owner. */
export interface FirstRun {
    readonly base_url: string;
    readonly email: string;
    readonly password: string;
    readonly workspace_id: string;
    readonly api_key: string;
}

export function firstRun(): FirstRun {
    const folder = process.env.POSTRIDER_DATA_DIR;
    if (!folder) {
        throw new Error('POSTRIDER_DATA_DIR must be set; ConsoleInBrowserTest sets it');
    }
    return JSON.parse(readFileSync(join(folder, 'first-run.json'), 'utf8')) as FirstRun;
}

/** A page on which nothing may break the policy, fail or be logged as an error; `expected` lists what a test provokes. */
export const test = base.extend<{ expected: RegExp[]; watched: void }>({
    expected: [async ({}, use) => use([]), { option: true }],
    watched: [
        async ({ page, expected }, use) => {
            const broken: string[] = [];
            await page.addInitScript(() => {
                addEventListener('securitypolicyviolation', (violation) => {
                    console.error(`policy: ${violation.violatedDirective} ${violation.blockedURI}`);
                });
            });
            page.on('console', (message) => {
                const text = `${message.text()} ${message.location().url}`;
                if (message.type() === 'error' && !expected.some((each) => each.test(text))) {
                    broken.push(text);
                }
            });
            page.on('pageerror', (error) => broken.push(error.message));
            // How the console finds out that nobody is signed in.
            expected.push(/status of 401 .*\/api\/v1\/session$/);
            await use();
            expect(broken).toEqual([]);
        },
        { auto: true },
    ],
});

/** Signs somebody in, as a person does: the owner, unless it is said who. */
export async function signIn(
    page: Page,
    to = '/user/api',
    { email, password }: { readonly email: string; readonly password: string } = firstRun(),
): Promise<void> {
    await page.goto(to);
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
}

/** What axe finds wrong, light and dark. */
export async function expectAccessible(page: Page): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        const { violations } = await new AxeBuilder({ page })
            .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
            .analyze();
        expect(
            violations.map((each) => `${colorScheme}: ${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`),
        ).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null });
}

/** Nothing is wider than the window, so that nobody has to scroll to read a line. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    expect(wider).toBeLessThanOrEqual(0);
}
