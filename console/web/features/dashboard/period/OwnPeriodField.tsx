import type { DashletPeriod } from '#schemas/dashboard/period/dashlet-period.ts';
import { currentUnits } from '#schemas/time/current-start.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { offeredMinutes } from '../view/period-text.ts';
import { useDashletPeriodText } from './use-own-period-text.ts';
import type { SettingsEdit } from '../edit/settings-edit.ts';
import { useEditTexts } from '../edit/texts/en.ts';

const offered: readonly DashletPeriod[] = [
  ...currentUnits.map((unit) => ({ kind: 'current', unit }) as const),
  ...offeredMinutes.map((minutes) => ({ kind: 'last', minutes }) as const),
];

const nameOf = (period: DashletPeriod): string =>
  period.kind === 'last' ? String(period.minutes) : period.unit;

/** The period of a dashlet, where it is not that of the page. */
export function OwnPeriodField({
  period,
  edit,
}: {
  readonly period: DashletPeriod | undefined;
  readonly edit: SettingsEdit;
}) {
  const text = useEditTexts();
  const words = useDashletPeriodText();
  // One of a file may have any length.
  const all =
    period === undefined || offered.some((each) => nameOf(each) === nameOf(period))
      ? offered
      : [period, ...offered];
  return (
    <Select
      label={text('ownPeriod')}
      options={[
        { value: '', label: text('periodOfPage') },
        ...all.map((each) => ({ value: nameOf(each), label: words(each) })),
      ]}
      value={period === undefined ? '' : nameOf(period)}
      onChange={(name) =>
        edit(
          ['period'],
          all.find((each) => nameOf(each) === name),
        )
      }
    />
  );
}
