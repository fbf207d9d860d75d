import { expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#schemas/time/duration.ts';
import { formatDay, formatInstant } from '#web/lib/format.ts';
import { ShownTime } from '#web/lib/shown-time.ts';
import { expectVisible } from '#web/testing/expect-visible.ts';
import { Time, TimeIn, TimesInTabOrder } from './Time.tsx';

const NOW_MS = Date.UTC(2026, 10, 5, 12);

it('says how long ago a time was, or how far ahead; the day where it is far away', async () => {
  await render(
    <ShownTime value={NOW_MS}>
      <ul>
        <li>
          <Time at={NOW_MS - 20_000} />
        </li>
        <li>
          <Time at={NOW_MS - 2 * HOUR_MS - 5.9 * MINUTE_MS} />
        </li>
        <li>
          <Time at={NOW_MS + 3 * DAY_MS} />
        </li>
        <li>
          <Time at={NOW_MS - 40 * DAY_MS} />
        </li>
        <li>
          <Time as="age" at={NOW_MS - 90 * MINUTE_MS} />
        </li>
        <li>
          <TimeIn at={NOW_MS - HOUR_MS} sentence={(at) => `Used ${at} from here`} />
        </li>
      </ul>
    </ShownTime>,
  );
  const items = page.getByRole('listitem');
  await expectVisible(items.first());
  expect(items.elements().map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual([
    'just now',
    '2 h 5 min ago',
    'in 3 d',
    formatDay(NOW_MS - 40 * DAY_MS, 'en'),
    '1 h 30 min',
    'Used 1 h ago from here',
  ]);
});

it('shows the whole time to the keyboard, and to machines', async () => {
  const at = NOW_MS - HOUR_MS;
  await render(
    <ShownTime value={NOW_MS}>
      <Time at={at} />
      <TimesInTabOrder value={false}>
        <Time at={at} />
      </TimesInTabOrder>
    </ShownTime>,
  );
  await expectVisible(page.getByText('1\u00a0h ago').first());
  const [first, second] = [...document.querySelectorAll('time')];
  expect(first?.dateTime).toBe('2026-11-05T11:00:00.000Z');
  expect([first?.tabIndex, second?.tabIndex]).toEqual([0, -1]);
  await userEvent.keyboard('{Tab}');
  await expectVisible(page.getByRole('tooltip').getByText(formatInstant(at, 'en')));
});
