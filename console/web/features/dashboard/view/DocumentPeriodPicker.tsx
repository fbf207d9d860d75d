import { now } from '#web/lib/clock.ts';
import { PeriodPicker } from '#web/ui/period/PeriodPicker.tsx';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { usePeriodTexts } from '#web/ui/period/texts/en.ts';
import { namedPeriod, namedPeriods, offeredMinutes, periodBounds, shiftedPeriod } from './period-text.ts';
import type { ChosenContext } from './use-document-context.ts';

const seconds = (): number => Math.floor(now() / 1_000);

/** The period of a page of dashlets. */
export function DocumentPeriodPicker({ chosen }: { readonly chosen: ChosenContext }) {
  const text = usePeriodTexts();
  const { period, timeZone, unknownZone, isOwnPeriod, choosePeriod } = chosen;
  const words = usePeriodText(timeZone);
  const lengths = offeredMinutes.map((minutes) => {
    const offered = { kind: 'last', minutes } as const;
    return {
      words: words(offered),
      isChosen: period.kind === 'last' && period.minutes === minutes,
      choose: () => choosePeriod(offered),
    };
  });
  const named = namedPeriods.map((name) => ({
    words: text(name),
    choose: () => choosePeriod(namedPeriod(name, { now: seconds(), timeZone })),
  }));
  const moveBy = (direction: 1 | -1) => () => choosePeriod(shiftedPeriod(period, direction, seconds()));
  return (
    <PeriodPicker
      words={words(period)}
      bounds={() => periodBounds(period, seconds())}
      offered={[lengths, named]}
      custom={{ onChoose: (bounds) => choosePeriod({ kind: 'fixed', ...bounds }) }}
      move={{ earlier: moveBy(-1), later: period.kind === 'last' ? undefined : moveBy(1) }}
      onReset={isOwnPeriod ? () => choosePeriod(undefined) : undefined}
      timeZone={timeZone}
      unknownZone={unknownZone}
    />
  );
}
