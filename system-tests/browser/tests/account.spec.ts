import { type Page, expect } from '@playwright/test';
import { SOON, expectAccessible, expectNoSidewaysScrolling, goUntil, pictured, signIn, signInAs, test } from './support/console';
import { PASSWORD, another, giveNameAndPassword, newcomer } from './support/people';

const ACCOUNT = '/user/api/account';
const NEXT_PASSWORD = 'ten violet balloons ascend';

/** One of the forms of the page. */
function part(page: Page, title: string) {
    return page.getByRole('region', { name: title, exact: true });
}

async function expectSignedOut(page: Page): Promise<void> {
    await expect(page.getByRole('heading', { name: 'Sign in to Postrider' })).toBeVisible();
}

test('a name is changed, and members see it', async ({ page, expected }) => {
    expected.push(/status of 422/);
    const person = await newcomer('Ada', 'viewer');
    await signInAs(page, person, ACCOUNT);
    const form = part(page, 'Name');
    const field = form.getByLabel('Name');
    await expect(field).toHaveValue('Ada');

    await field.fill('');
    await form.getByRole('button', { name: 'Change name' }).click();
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await expect(field).toBeFocused();

    await field.fill('Ada <b>Lovelace</b>');
    await form.getByRole('button', { name: 'Change name' }).click();
    await expect(form.getByRole('status')).toHaveText('Your name is changed.');
    await expect(form.getByRole('alert')).toHaveCount(0);
    await page.reload();
    await expect(field).toHaveValue('Ada <b>Lovelace</b>');
    await page.getByRole('link', { name: 'Members' }).click();
    await expect(page.getByRole('row', { name: new RegExp(person.email) })).toContainText('Ada <b>Lovelace</b>');
});

test('a new address replaces the old one at the sign-in', async ({ page, expected }) => {
    expected.push(/status of (401|403)/);
    const person = await newcomer('Emmy', 'viewer');
    const next = person.email.replace('emmy', 'noether');
    await signInAs(page, person, ACCOUNT);
    const form = part(page, 'E-mail');
    await form.getByLabel('E-mail').fill(next);
    await form.getByLabel('Your password').fill('not the password');
    await form.getByRole('button', { name: 'Change e-mail' }).click();
    await expect(form.getByLabel('Your password')).toHaveAccessibleDescription('The password is wrong.');
    await expect(form.getByLabel('E-mail')).toHaveValue(next);
    await form.getByLabel('Your password').fill(PASSWORD);
    await form.getByRole('button', { name: 'Change e-mail' }).click();
    await expect(form.getByRole('status')).toHaveText('You sign in with the new address from now on.');
    await expect(form.getByLabel('Your password')).toHaveValue('');

    await page.getByRole('button', { name: 'Sign out' }).first().click();
    await expectSignedOut(page);
    await giveNameAndPassword(page, person);
    await expect(page.getByRole('alert')).toContainText('sign_in_refused');
    await giveNameAndPassword(page, { email: next, password: PASSWORD });
    await expect(part(page, 'E-mail').getByLabel('E-mail')).toHaveValue(next);
});

test('a new password ends every other session, and this one goes on', async ({ page, browser, expected }) => {
    expected.push(/status of (401|403|422)/);
    const person = await newcomer('Grace', 'viewer');
    const other = await another(browser);
    await signInAs(other, person, ACCOUNT);
    await signInAs(page, person, ACCOUNT);
    const form = part(page, 'Password');
    const current = form.getByLabel('Current password');
    const next = form.getByLabel('New password');
    const change = form.getByRole('button', { name: 'Change password' });

    await current.fill('not the password');
    await next.fill(NEXT_PASSWORD);
    await change.click();
    await expect(current).toHaveAttribute('aria-invalid', 'true');
    await expect(current).toHaveAccessibleDescription('The password is wrong.');
    await expect(current).toBeFocused();
    await expect(next).not.toHaveAttribute('aria-invalid');
    await expect(next).toHaveValue(NEXT_PASSWORD);
    await expectAccessible(page);

    await current.fill(PASSWORD);
    await next.fill('short');
    await change.click();
    await expect(next).toHaveAttribute('aria-invalid', 'true');
    await expect(current).not.toHaveAttribute('aria-invalid');

    await next.fill(NEXT_PASSWORD);
    await change.click();
    await expect(form.getByRole('status')).toHaveText('Your password is changed. Your other sessions were ended.');
    await expect(current).toHaveValue('');
    await expect(next).toHaveValue('');

    // This session goes on: it reads, and it changes what it likes.
    await expect(part(page, 'Sessions').getByRole('row')).toHaveCount(2);
    await part(page, 'Name').getByLabel('Name').fill('Grace Hopper');
    await part(page, 'Name').getByRole('button', { name: 'Change name' }).click();
    await expect(part(page, 'Name').getByRole('status')).toHaveText('Your name is changed.');
    await page.reload();
    await expect(part(page, 'Name').getByLabel('Name')).toHaveValue('Grace Hopper');

    // Without a click: the page detects the end of its session and removes the link.
    await other.goto('/user/api/keys');
    await expectSignedOut(other);
    await giveNameAndPassword(other, person);
    await expect(other.getByRole('alert')).toContainText('sign_in_refused');
    await giveNameAndPassword(other, { ...person, password: NEXT_PASSWORD });
    await expect(other.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();
});

test('another tab of the same browser goes on after a new password too', async ({ page, context, expected }) => {
    expected.push(/status of 403/);
    const person = await newcomer('Hedy', 'viewer');
    await signInAs(page, person, ACCOUNT);
    const tab = await context.newPage();
    await tab.goto(ACCOUNT);
    await expect(part(tab, 'Name').getByLabel('Name')).toHaveValue('Hedy');
    const form = part(page, 'Password');
    await form.getByLabel('Current password').fill(PASSWORD);
    await form.getByLabel('New password').fill(NEXT_PASSWORD);
    await form.getByRole('button', { name: 'Change password' }).click();
    await expect(form.getByRole('status')).toHaveText('Your password is changed. Your other sessions were ended.');

    await part(tab, 'Name').getByLabel('Name').fill('Hedy Lamarr');
    await part(tab, 'Name').getByRole('button', { name: 'Change name' }).click();
    await expect(part(tab, 'Name').getByRole('status')).toHaveText('Your name is changed.');
});

test('sessions are listed, and ended one by one or all at once', async ({ page, browser, expected }) => {
    expected.push(/status of 401/);
    const person = await newcomer('Alan', 'viewer');
    const second = await another(browser);
    const third = await another(browser);
    for (const each of [second, third, page]) {
        await signInAs(each, person, ACCOUNT);
    }
    const sessions = page.getByRole('table', { name: 'Sessions' });
    await expect(sessions.getByRole('row')).toHaveCount(4);
    await expect(sessions.getByText('Current session')).toHaveCount(1);
    await expect(sessions.getByRole('row').nth(1)).toContainText('Current session');

    // The newest but one is the third browser's.
    const others = sessions.getByRole('button', { name: /^Sign out/ });
    await expect(others).toHaveCount(2);
    await others.first().click();
    await expect(sessions.getByRole('row')).toHaveCount(3);
    await third.goto('/user/api/keys');
    await expectSignedOut(third);
    await second.getByRole('link', { name: 'API keys' }).click();
    await expect(second.getByRole('heading', { level: 1, name: 'API keys' })).toBeVisible();

    await second.getByRole('button', { name: 'Sign out' }).click();
    await expectSignedOut(second);
    await goUntil(page, ACCOUNT, () => expect(sessions.getByRole('row')).toHaveCount(2, SOON));

    await signInAs(third, person, third.url());
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await expectSignedOut(page);
    await third.goto('/user/api/links');
    await expectSignedOut(third);
    await signInAs(third, person, third.url());
    await expect(third.getByRole('heading', { level: 1, name: 'Short links' })).toBeVisible();
});

test('the account page at every width, light and dark', async ({ page }, info) => {
    const person = await newcomer('Katherine', 'viewer');
    await signInAs(page, person, ACCOUNT);
    await expect(page.getByRole('table', { name: 'Sessions' })).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1280, 375, 320]) {
            await page.setViewportSize({ width, height: 800 });
            await expectNoSidewaysScrolling(page);
            await pictured(page, info.outputPath(`account-${width}-${colorScheme}.png`));
        }
    }
});

test('signing out ends the session', async ({ page, expected }) => {
    expected.push(/status of 401/);
    await signIn(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await expectSignedOut(page);
    await page.goto('/user/api/keys');
    await expectSignedOut(page);
});
