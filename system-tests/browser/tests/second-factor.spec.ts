import { type Page, expect } from '@playwright/test';
import { expectAccessible, expectNoSidewaysScrolling, pictured, signInAs, test } from './support/console';
import { PASSWORD, type Person, giveNameAndPassword, newcomer } from './support/people';
import { codeAt, codeOf, wrongCodeOf } from './support/totp';

const ACCOUNT = '/user/api/account';

function secondFactor(page: Page) {
    return page.getByRole('region', { name: 'Second factor', exact: true });
}

/** Comes as far as the question for a code. */
async function beginToSignIn(page: Page, person: Person): Promise<void> {
    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await giveNameAndPassword(page, person);
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    // That it is asked for is no failure.
    await expect(page.getByRole('alert')).toHaveCount(0);
}

async function signInWith(page: Page, code: string): Promise<void> {
    await page.getByRole('textbox', { name: 'Code' }).fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
}

test('the device of these tests shows what RFC 6238 says', () => {
    const key = Buffer.from('12345678901234567890');
    expect([59, 1_111_111_109, 1_234_567_890].map((second) => codeAt(key, Math.floor(second / 30)))).toEqual([
        '287082',
        '081804',
        '005924',
    ]);
});

test('a second factor is set up, asked for, replaced by recovery codes, and taken away', async ({ page, expected }, info) => {
    expected.push(/status of (401|403)/);
    const person = await newcomer('Joan', 'viewer');
    await signInAs(page, person, ACCOUNT);
    const section = secondFactor(page);
    const picture = (name: string) => pictured(page, info.outputPath(`${name}.png`));

    await section.getByRole('button', { name: 'Set up a second factor' }).click();
    await section.getByLabel('Your password').fill('not the password');
    await section.getByRole('button', { name: 'Continue' }).click();
    await expect(section.getByLabel('Your password')).toHaveAccessibleDescription('The password is wrong.');
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('button', { name: 'Continue' }).click();

    await expect(section.getByRole('img', { name: 'QR code with the secret' })).toBeVisible();
    const secret = (await section.getByRole('region', { name: 'Secret for your device' }).innerText()).replace(/\s/g, '');
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    await expectAccessible(page);
    await looksEverywhere(page, picture, 'set-up');

    await section.getByRole('textbox', { name: 'Code' }).fill(wrongCodeOf(secret));
    await section.getByRole('button', { name: 'Turn on' }).click();
    await expect(section.getByRole('textbox', { name: 'Code' })).toHaveAttribute('aria-invalid', 'true');
    await expect(section.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/The code is wrong/);
    await section.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret));
    await section.getByRole('button', { name: 'Turn on' }).click();

    const codes = (await section.getByRole('region', { name: 'Recovery codes' }).innerText()).trim().split('\n');
    expect(new Set(codes).size).toBeGreaterThanOrEqual(8);
    const done = section.getByRole('button', { name: 'Done' });
    await expect(done).toBeDisabled();
    await expectAccessible(page);
    await looksEverywhere(page, picture, 'recovery-codes');
    await section.getByLabel('I have stored the recovery codes').check();
    await done.click();
    await expect(section.getByText(`${codes.length} recovery codes are left.`)).toBeVisible();
    for (const code of codes) {
        await expect(page.getByText(code)).toHaveCount(0);
    }
    await page.reload();
    await expect(section.getByText(`${codes.length} recovery codes are left.`)).toBeVisible();
    await expect(page.getByText(codes[0] ?? '')).toHaveCount(0);

    await beginToSignIn(page, person);
    await expectAccessible(page);
    await picture('sign-in');
    await page.getByRole('textbox', { name: 'Code' }).pressSequentially(wrongCodeOf(secret));
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/The code is wrong/);
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    // The code of the next step, which the enrolment cannot have used, and which is valid for at
    // least another minute.
    const used = codeOf(secret, 1);
    await signInWith(page, used);
    await expect(section.getByText(`${codes.length} recovery codes are left.`)).toBeVisible();

    await beginToSignIn(page, person);
    await signInWith(page, used);
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/already used/);
    await signInWith(page, (codes[0] ?? '').toLowerCase());
    await expect(section.getByText(`${codes.length - 1} recovery codes are left.`)).toBeVisible();
    await beginToSignIn(page, person);
    await signInWith(page, codes[0] ?? '');
    await expect(page.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/The code is wrong/);
    await signInWith(page, codes[1] ?? '');
    await expect(section.getByText(`${codes.length - 2} recovery codes are left.`)).toBeVisible();

    await section.getByRole('button', { name: 'New recovery codes' }).click();
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('textbox', { name: 'Code' }).fill(codes[2] ?? '');
    await section.getByRole('button', { name: 'Create new codes' }).click();
    const renewed = (await section.getByRole('region', { name: 'Recovery codes' }).innerText()).trim().split('\n');
    expect(renewed.filter((code) => codes.includes(code))).toEqual([]);
    await section.getByLabel('I have stored the recovery codes').check();
    await done.click();

    await section.getByRole('button', { name: 'Disable', exact: true }).click();
    await section.getByLabel('Your password').fill(PASSWORD);
    await section.getByRole('textbox', { name: 'Code' }).fill(codes[3] ?? '');
    await section.getByRole('button', { name: 'Disable the second factor' }).click();
    await expect(section.getByRole('textbox', { name: 'Code' })).toHaveAccessibleDescription(/The code is wrong/);
    await section.getByRole('textbox', { name: 'Code' }).fill(renewed[0] ?? '');
    await section.getByRole('button', { name: 'Disable the second factor' }).click();
    await expect(section.getByText('Anyone who learns your password can sign in as you.')).toBeVisible();

    await page.getByRole('button', { name: 'Sign out', exact: true }).click();
    await giveNameAndPassword(page, person);
    await expect(page.getByRole('heading', { level: 1, name: 'Account' })).toBeVisible();
});

/** Looked at wide and narrow, light and dark; nothing sticks out. */
async function looksEverywhere(page: Page, picture: (name: string) => Promise<unknown>, name: string): Promise<void> {
    for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        for (const width of [1280, 375, 320]) {
            await page.setViewportSize({ width, height: 800 });
            await expectNoSidewaysScrolling(page);
            await picture(`${name}-${width}-${colorScheme}`);
        }
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.emulateMedia({ colorScheme: null });
}
