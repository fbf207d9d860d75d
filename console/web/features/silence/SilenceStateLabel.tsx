import { IconBellOff, IconCalendarClock, IconCircleCheck, IconRepeat } from '@tabler/icons-react';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import { useSilenceTexts } from './texts/en.ts';

const signs = {
  active: IconBellOff,
  planned: IconCalendarClock,
  waiting: IconRepeat,
  over: IconCircleCheck,
} as const satisfies Record<SilenceEntry['state'], typeof IconBellOff>;

/** The state of a silence as an icon and a word. */
export function SilenceStateLabel({ state }: Pick<SilenceEntry, 'state'>) {
  const text = useSilenceTexts();
  const Sign = signs[state];
  return (
    <span className="tt-silence-state" data-is={state}>
      <Sign size={15} aria-hidden="true" />
      {text(`is-${state}`)}
    </span>
  );
}
