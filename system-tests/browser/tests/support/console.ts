import { AxeBuilder } from '@axe-core/playwright';
import { type Cookie, type Page, type Request, expect, test as base } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { owner } from './owners';

/** Where the server is. */
export const BASE = process.env.POSTRIDER_BASE_URL ?? owner().base_url;

/** The factor by which every page is slowed down, to find races in these tests. */
const SLOWDOWN = Number(process.env.POSTRIDER_BROWSER_SLOWDOWN ?? 1);
const LATENCY_MILLIS = 50;

/** A page as on a slower machine, with a slower network. */
export async function slowed(page: Page): Promise<Page> {
    if (SLOWDOWN > 1) {
        const session = await page.context().newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
        await session.send('Network.enable');
        const latency = SLOWDOWN * LATENCY_MILLIS;
        await session.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: -1, uploadThroughput: -1 });
    }
    return page;
}

/** The requests of each page without a response, except reads. */
const unanswered = new WeakMap<Page, Set<Request>>();

function watchWrites(page: Page): void {
    const open = new Set<Request>();
    unanswered.set(page, open);
    page.on('request', (request) => request.method() !== 'GET' && open.add(request));
    page.on('requestfinished', (request) => open.delete(request));
    page.on('requestfailed', (request) => open.delete(request));
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
            // A busy machine may need more than two seconds until it can be read what was just done; the console asks again.
            const askedAgain = new Set<string>();
            page.on('response', (response) => {
                // This request reads too; it has a body so that its secret is in no URL.
                const asks = response.request().method() === 'GET' || response.url().endsWith('/invitations/view');
                if (response.status() === 503 && asks) {
                    askedAgain.add(response.url());
                }
            });
            // The console detects the missing session by this response.
            expected.push(/status of 401 .*\/api\/v1\/session$/);
            watchWrites(page);
            await slowed(page);
            await use();
            const late = (text: string) => text.includes('status of 503') && [...askedAgain].some((url) => text.endsWith(url));
            expect(broken.filter((text) => !late(text))).toEqual([]);
        },
        { auto: true },
    ],
});

/** The page has what it waited for: nothing is taken away any more under a click because something else arrived. */
export async function loaded(page: Page): Promise<void> {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByText('Loading…')).toHaveCount(0);
    await expect(page.getByText('The console retries automatically.')).toHaveCount(0);
}

/**
 * Opens a page until it shows the effect of another client or of a projection, which do not notify an open page.
 * Requests of the page get their responses first, since leaving the page would cancel them. The expectation is checked
 * when the page has loaded, so it need not wait for long itself.
 */
export async function goUntil(page: Page, address: string, holds: () => Promise<void>): Promise<void> {
    await expect.poll(() => unanswered.get(page)?.size ?? 0, { message: 'requests without an answer' }).toBe(0);
    await expect(async () => {
        // What is behind the # alone would be no other page.
        await page.goto('about:blank');
        await page.goto(address);
        await loaded(page);
        await holds();
    }).toPass();
}

/** For what a test expects of a page that is there, and looks at again if it does not hold yet. */
export const SOON = { timeout: 2_000 };

/** A name that no other test gave, nor the same one when it ran before. */
export function unique(name: string): string {
    return `${name} ${randomUUID().slice(0, 8)}`;
}

/** The session of the owner of this worker: a user may begin fifty sessions in half an hour, and there are more tests. */
let kept: Cookie[] = [];

/** Signs the owner of this worker in, by the session of an earlier test if it still holds. */
export async function signIn(page: Page, to = '/user/api'): Promise<void> {
    await page.context().addCookies(kept);
    await page.goto(to);
    const console = page.getByRole('navigation', { name: 'Console' });
    await expect(console.or(page.getByRole('button', { name: 'Sign in' })).first()).toBeVisible();
    if (await console.isVisible()) {
        await loaded(page);
    } else {
        await signInByForm(page, owner());
    }
    kept = await page.context().cookies();
}

/** Signs a user in by the form of `to`. */
export async function signInAs(page: Page, user: Credentials, to = '/user/api'): Promise<void> {
    await page.goto(to);
    await signInByForm(page, user);
}

interface Credentials {
    readonly email: string;
    readonly password: string;
}

async function signInByForm(page: Page, { email, password }: Credentials): Promise<void> {
    await page.getByLabel('E-mail').fill(email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(page.getByRole('navigation', { name: 'Console' })).toBeVisible();
    await loaded(page);
}

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The rules that depend on colours; for all others the light page speaks for the dark one. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

type Scheme = 'light' | 'dark';

/** Axe finds nothing wrong on the whole page or within a part of it. */
export async function expectAccessible(page: Page, within = 'html', schemes: Scheme[] = ['light', 'dark']): Promise<void> {
    for (const colorScheme of schemes) {
        // A colour in transition is not the colour that users read.
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        // Legacy mode opens no second page for the results; it leaves out frames of other origins, which there are none of.
        const axe = new AxeBuilder({ page }).setLegacyMode().include(within);
        const { violations } = await (colorScheme === 'light' ? axe.withTags(RULES) : axe.withRules(COLOUR_RULES)).analyze();
        expect(
            violations.map((each) => `${colorScheme}: ${each.id}: ${each.nodes.map((node) => node.html).join(' ')}`),
        ).toEqual([]);
    }
    await page.emulateMedia({ colorScheme: null, reducedMotion: null });
}

/** A picture of the whole page for a person to look at, where POSTRIDER_BROWSER_PICTURES asks for it: no test compares it. */
export async function pictured(page: Page, path: string): Promise<void> {
    if (process.env.POSTRIDER_BROWSER_PICTURES) {
        await page.screenshot({ path, fullPage: true, animations: 'disabled' });
    }
}

/** Nothing is wider than the window, so that lines can be read without scrolling. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
    const wider = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(wider).toBeLessThanOrEqual(0);
}
