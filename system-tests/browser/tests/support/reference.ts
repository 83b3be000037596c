import { type Page, expect } from '@playwright/test';
import { test as base } from './console';
import { owner as ownerOfWorker } from './owners';

export const REFERENCE = '/user/api/reference';
export const CREATE_LINK = `${REFERENCE}/links/createLink`;

export const owner = ownerOfWorker();
export const bearer = { Authorization: `Bearer ${owner.api_key}` };

/** A page of the reference, which asks no other host for anything. */
export const test = base.extend<{ hosts: void }>({
    hosts: [
        async ({ page, baseURL, expected }, use) => {
            // A refusal that a test asks for is told in the browser's console too.
            expected.push(/the server responded with a status/);
            const hosts = new Set<string>();
            page.on('request', (request) => hosts.add(new URL(request.url()).host));
            await use();
            expect([...hosts].filter((host) => host !== new URL(baseURL ?? '').host)).toEqual([]);
        },
        { auto: true },
    ],
});

export function command(page: Page) {
    return page.getByRole('region', { name: /^cURL command for/ });
}

export async function paste(page: Page, key: string): Promise<void> {
    await page.getByLabel('API key', { exact: true }).fill(key);
}

/** Opens the search by a key, and comes back when it takes what is typed. */
export async function search(page: Page, key: string): Promise<void> {
    await page.keyboard.press(key);
    await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
}
