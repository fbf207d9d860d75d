import { describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { MantineTheme } from '#web/ui/layout/MantineTheme.tsx';
import { expectVisible } from '#web/testing/expect-visible.ts';
import type { PeriodBounds } from './PeriodDialog.tsx';
import { PeriodPicker } from './PeriodPicker.tsx';

const FROM = Date.UTC(2026, 2, 10, 8) / 1_000;
const TO = Date.UTC(2026, 2, 10, 9) / 1_000;

const picker = page.getByRole('group', { name: 'Period' });
const custom = page.getByRole('dialog', { name: 'Custom period' });
const apply = custom.getByRole('button', { name: 'Apply' });

async function open(mayBeOpen: boolean) {
  const chosen: PeriodBounds[] = [];
  const named: string[] = [];
  const onChoose = (bounds: PeriodBounds): void => void chosen.push(bounds);
  await render(
    <MantineTheme>
      <PeriodPicker
        words="Last hour"
        bounds={() => ({ from: FROM, to: TO })}
        offered={[
          [{ words: 'Last hour', isChosen: true, choose: () => named.push('1h') }],
          [{ words: 'Last night', choose: () => named.push('night') }],
        ]}
        custom={mayBeOpen ? { mayBeOpen, onChoose } : { onChoose }}
        timeZone="America/New_York"
      />
    </MantineTheme>,
  );
  await picker.getByRole('button', { name: 'Last hour' }).click();
  return { chosen, named };
}

describe('the choice of a period', () => {
  it('offers periods in a menu, by keyboard, and says the zone of its times', async () => {
    const { named } = await open(false);
    await expectVisible(page.getByRole('menu'));
    await expectVisible(picker.getByText('Time zone: America/New_York'));
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitemcheckbox', { name: 'Last hour' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    await expect.element(page.getByRole('menuitem', { name: 'Last night' })).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    expect(named).toEqual(['night']);
  });

  it('takes a custom one in that zone, and says why two times are none', async () => {
    const { chosen } = await open(false);
    await page.getByRole('menuitem', { name: 'Custom period …' }).click();
    const [from, to] = [custom.getByLabelText('From'), custom.getByLabelText('To', { exact: true })];
    await expect.element(from).toHaveValue('10/03/2026 04:00');
    await to.fill('10/03/2026 03:00');
    await expect.element(apply).toHaveAttribute('aria-disabled', 'true');
    await to.fill('10/03/2026 06:30');
    await apply.click();
    expect(chosen).toEqual([{ from: FROM, to: TO + 5_400 }]);
    expect(custom.elements()).toEqual([]);
  });

  it('may be without start or end where the page takes that', async () => {
    const { chosen } = await open(true);
    await page.getByRole('menuitem', { name: 'Custom period …' }).click();
    await custom.getByLabelText('From').fill('');
    await apply.click();
    expect(chosen).toEqual([{ from: undefined, to: TO }]);
  });
});
