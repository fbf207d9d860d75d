import { IconRotateRectangle } from '@tabler/icons-react';
import { businessHours, businessHoursOptions } from '#schemas/time/business-hours.ts';
import type { ReportPeriod } from '#schemas/report/period.ts';
import { reportFormats } from '#schemas/report/page-size.ts';
import { withFormat, withLayout } from '#schemas/report/rules.ts';
import { isTimeZone } from '#schemas/time/time-zone.ts';
import { ownZone, zonesWith } from '#web/lib/zoned/local-time.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { MultiSelect } from '#web/ui/field/MultiSelect.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { GranularityFields } from '../../../dashboard/edit/GranularityFields.tsx';
import { setAt } from '../../../dashboard/edit/settings-edit.ts';
import { usePeriodText } from '#web/ui/period/use-period-text.ts';
import { offeredMinutes } from '../../../dashboard/view/period-text.ts';
import { useReportTexts } from '../../texts/en.ts';
import type { ReportControl } from '../report-control.ts';
import { ColorField } from './ColorField.tsx';

interface Props {
  readonly control: ReportControl;
}

const variableOptions = ({ document }: ReportControl) =>
  document.variables.map(({ name, choice }) => ({ value: choice.id, label: name }));

const calendar = ['day', 'week', 'month'] as const;

/** Periods that are offered, by the text of their value. */
function usePeriodOptions(timeZone: string) {
  const text = useReportTexts();
  const words = usePeriodText(timeZone);
  const offered: readonly (readonly [ReportPeriod, string])[] = [
    ...offeredMinutes.map(
      (minutes) => [{ kind: 'last', minutes }, words({ kind: 'last', minutes })] as const,
    ),
    ...calendar.map((unit) => [{ kind: 'current', unit }, text(`current_${unit}`)] as const),
    ...calendar.map((unit) => [{ kind: 'previous', unit, count: 1 }, text(`previous_${unit}`)] as const),
    [{ kind: 'previous', unit: 'month', count: 3 }, text('previous_3_months')],
    [{ kind: 'previous', unit: 'month', count: 12 }, text('previous_12_months')],
  ];
  return offered;
}

function TimeFields({ control }: Props) {
  const text = useReportTexts();
  const language = useLanguage();
  const { document, change } = control;
  const { timeZone = ownZone() } = document;
  const offered = usePeriodOptions(isTimeZone(timeZone) ? timeZone : ownZone());
  const valueOf = (period: ReportPeriod): string => JSON.stringify(period);
  return (
    <>
      <Select
        label={text('period')}
        options={offered.map(([period, label]) => ({ value: valueOf(period), label }))}
        value={valueOf(document.period)}
        onChange={(value) => {
          const chosen = offered.find(([period]) => valueOf(period) === value)?.[0];
          if (chosen !== undefined) change((draft) => void (draft.period = { ...chosen }));
        }}
      />
      <Select
        searchable
        label={text('timeZone')}
        options={[
          { value: '', label: text('timeZoneOwn') },
          ...zonesWith(document.timeZone).map((zone) => ({ value: zone, label: zone })),
        ]}
        value={document.timeZone ?? ''}
        onChange={(zone) =>
          change((draft) => {
            if (zone === '') delete draft.timeZone;
            else draft.timeZone = zone;
          })
        }
      />
      <Select
        label={text('businessHours')}
        options={businessHoursOptions.map((one) => ({ value: one, label: businessHours[one][language] }))}
        value={document.businessHours}
        onChange={(chosen) =>
          change(
            (draft) =>
              void (draft.businessHours = businessHoursOptions.find((one) => one === chosen) ?? '24h'),
          )
        }
      />
      <GranularityFields
        settings={document}
        edit={(path, value, mark) => change((draft) => setAt(draft, path, value), mark)}
      />
    </>
  );
}

/** Paper, period and breakdown of the report. */
export function ReportSetup({ control }: Props) {
  const text = useReportTexts();
  const { document, change, replace } = control;
  const variables = variableOptions(control);
  return (
    <section className="tt-report-section" aria-label={text('reportSetup')}>
      <h2>{text('reportSetup')}</h2>
      <Select
        label={text('format')}
        options={reportFormats.map((value) => ({ value, label: text(`format_${value}`) }))}
        value={document.format}
        onChange={(value) => {
          const format = reportFormats.find((one) => one === value);
          if (format !== undefined) replace(withFormat(document, format));
        }}
      />
      <Button icon={<IconRotateRectangle size={15} />} onClick={() => replace(withLayout(document))}>
        {text('toggleLayout')}
      </Button>
      <TimeFields control={control} />
      <Select
        label={text('breakdown')}
        description={text('breakdownHint')}
        options={[{ value: '', label: text('noBreakdown') }, ...variables]}
        value={document.breakdown ?? ''}
        onChange={(id) =>
          change((draft) => {
            if (id === '') delete draft.breakdown;
            else draft.breakdown = id;
          })
        }
      />
      <MultiSelect
        label={text('reportFilters')}
        description={text('reportFiltersHint')}
        options={variables}
        values={document.filters}
        onChange={(ids) => change((draft) => void (draft.filters = [...ids]))}
      />
    </section>
  );
}

/** Multiplier and filters of the open page. */
export function PageSetup({ control }: Props) {
  const text = useReportTexts();
  const { page, document, changePage } = control;
  const variables = variableOptions(control);
  const number = document.pages.findIndex(({ id }) => id === page.id) + 1;
  const title = text('pageNumber', { number });
  return (
    <section className="tt-report-section" aria-label={title}>
      <h2>{title}</h2>
      <TextField
        label={text('pageTitle')}
        value={page.title}
        onChange={(value) => changePage((draft) => void (draft.title = value), `page ${page.id} title`)}
      />
      <ColorField
        label={text('background')}
        value={page.background}
        onChange={(color) =>
          changePage((draft) => {
            if (color === undefined) delete draft.background;
            else draft.background = color;
          }, `page ${page.id} background`)
        }
      />
      <Select
        label={text('multiplier')}
        description={text('multiplierHint')}
        options={[{ value: '', label: text('noMultiplier') }, ...variables]}
        value={page.multiplier ?? ''}
        onChange={(id) =>
          changePage((draft) => {
            if (id === '') delete draft.multiplier;
            else draft.multiplier = id;
          })
        }
      />
      <MultiSelect
        label={text('pageFilters')}
        description={text('pageFiltersHint')}
        options={variables}
        values={page.filters}
        onChange={(ids) => changePage((draft) => void (draft.filters = [...ids]))}
      />
      <Switch
        label={text('brokenDown')}
        description={text('brokenDownHint')}
        checked={page.brokenDown}
        onChange={(brokenDown) => changePage((draft) => void (draft.brokenDown = brokenDown))}
      />
    </section>
  );
}
