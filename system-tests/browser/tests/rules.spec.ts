import { type Page, expect } from '@playwright/test';
import { call } from './support/api';
import { SOON, expectAccessible, goUntil, pictured, signIn, test, unique } from './support/console';

/** No server listens at this address. */
const NOWHERE = 'http://127.0.0.1:9/clicks';

async function added(page: Page, name: string): Promise<void> {
    await page.goto('/user/api/rules/new');
    await page.getByRole('radio', { name: /^Click → CRM call/ }).check();
    await page.getByLabel('Name', { exact: true }).fill(name);
    const actions = page.getByLabel('Actions', { exact: true });
    await actions.fill((await actions.inputValue()).replace('https://crm.example.com/clicks', NOWHERE));
    await expect(actions).toHaveValue(/127\.0\.0\.1:9/);
    await page.getByRole('button', { name: 'Create draft' }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

test('a rule is made from a template, published and run by hand, and its run is stopped and retried', async ({ page, expected }, info) => {
    // The run may have ended when it is stopped.
    expected.push(/status of 409 .*\/cancel$/);
    await signIn(page);
    await added(page, unique('Report clicks'));
    const rule = page.url();
    await expect(page.getByText('No version is active.')).toBeVisible();
    await page.getByRole('button', { name: 'Publish' }).click();
    await expect(page.getByText('The draft is the same as the active version 1.')).toBeVisible();

    await page.getByLabel('Data', { exact: true }).fill('{"link_id": "lnk_by_hand"}');
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    const started = page.getByRole('status').getByRole('link', { name: /^run_/ });
    await expect(started).toBeVisible();
    await expectAccessible(page);
    await pictured(page, info.outputPath('rule.png'));
    await started.click();

    await expect(page.getByRole('heading', { level: 1, name: 'Run by hand' })).toBeVisible();
    const step = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: 'call' }) });
    await expect(step.getByText('http.request')).toBeVisible();
    await expect(step.getByText(/^(Running|Failed)$/)).toBeVisible();
    await step.getByText('Input', { exact: true }).click();
    await expect(page.getByRole('region', { name: 'Input of call' })).toContainText(NOWHERE);
    await expect(page.getByRole('region', { name: 'Event' })).toContainText('lnk_by_hand');
    await expectAccessible(page);
    await pictured(page, info.outputPath('run.png'));

    // A call that cannot be made is tried again for hours.
    const stop = page.getByRole('button', { name: 'Stop' });
    const retry = page.getByRole('button', { name: 'Retry from the failed step' });
    await expect(async () => {
        if (await stop.isVisible()) {
            await stop.click(SOON);
        }
        await expect(retry).toBeVisible(SOON);
    }).toPass();
    await retry.click();
    await expect(page.getByRole('status').filter({ hasText: /^(Running|Failed)$/ })).toBeVisible();

    await page.getByRole('link', { name: /^rul_/ }).click();
    await expect(page).toHaveURL(rule);
    await page.getByRole('link', { name: 'All runs of this rule' }).click();
    await expect(page.getByLabel('Rule', { exact: true })).toHaveValue(/^rul_/);
    await expect(page.getByRole('table', { name: 'Runs' }).getByRole('rowheader')).toHaveCount(1);
});

test('a former version of a rule is published again', async ({ page }) => {
    await signIn(page);
    await added(page, unique('Versions'));
    const publish = page.getByRole('button', { name: 'Publish' });
    await publish.click();
    await expect(page.getByText('The draft is the same as the active version 1.')).toBeVisible();

    const filter = page.getByLabel('Filter', { exact: true });
    await filter.fill("event.data.verdict == 'bot'");
    await expect(publish).toBeDisabled();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('The draft differs from the active version 1.')).toBeVisible();
    await publish.click();
    await expect(page.getByText('The draft is the same as the active version 2.')).toBeVisible();
    await page.getByRole('button', { name: 'Roll back to version 1' }).click();
    await expect(page.getByText('The draft is the same as the active version 3.')).toBeVisible();
    await expect(filter).toHaveValue("event.data.verdict == 'human'");
    await expect(page.getByRole('heading', { level: 3, name: /^Version/ })).toHaveText(['Version 3', 'Version 2', 'Version 1']);

    await page.getByRole('button', { name: 'Pause' }).click();
    await expect(page.getByText('Paused', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete rule' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Rules' })).toBeVisible();
});

test('errors of a rule are shown at their fields', async ({ page, expected }) => {
    expected.push(/status of 422 .*\/automation\/rules$/);
    await signIn(page);
    await page.goto('/user/api/rules/new');
    await page.getByRole('radio', { name: /^Empty/ }).check();
    await page.getByLabel('Name', { exact: true }).fill(unique('Wrong'));
    await page.getByLabel('Types of events').fill('order.paid');
    const filter = page.getByLabel('Filter', { exact: true });
    await filter.fill('event.data.total >');
    const actions = page.getByLabel('Actions', { exact: true });
    await actions.fill('[{"key": "one", "type": "no.such_type"}]');
    const add = page.getByRole('button', { name: 'Create draft' });
    await add.click();
    await expect(filter).toHaveAccessibleDescription(/\/filter\/cel/);
    await expect(actions).toHaveAccessibleDescription(/\/actions\/0\/type/);
    await expectAccessible(page);
    await actions.fill('[{');
    await add.click();
    await expect(actions).toHaveAccessibleDescription(/Expected JSON/);
});

test('a draft is tried on an event, and the rule says why it did not run', async ({ page }, info) => {
    await signIn(page);
    const { data } = await call<{ data: readonly [{ id: string }] }>('POST', '/events', { type: 'order.tried', data: { total: 5 } });
    const { id } = await call<{ id: string }>('POST', '/automation/rules', {
        name: unique('Tried'),
        trigger: { event_types: ['order.tried'] },
        filter: { cel: 'event.data.total > 100' },
        actions: [{ key: 'stop', type: 'stop' }],
    });
    await call('POST', `/automation/rules/${id}/publish`, {}, { 'If-Match': '*' });
    const event = page.getByLabel('Event', { exact: true });
    const option = event.locator(`option[value="${data[0].id}"]`);
    await goUntil(page, `/user/api/rules/${id}`, () => expect(option).toBeAttached(SOON));
    await event.selectOption(data[0].id);
    await page.getByRole('button', { name: 'Test the draft' }).click();
    await expect(page.getByText('The filter is false.').first()).toBeVisible();
    await page.getByRole('button', { name: 'Why did it run, or not?' }).click();
    await expect(page.getByRole('region', { name: 'event.data.total > 100: does not hold' })).toContainText('5');
    await expectAccessible(page);
    await pictured(page, info.outputPath('why.png'));
});
