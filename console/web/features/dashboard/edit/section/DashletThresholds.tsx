import { thresholdLooks, type Thresholds } from '#schemas/dashboard/dashlet-parts.ts';
import type { Dashlet } from '#schemas/dashboard/dashlets.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { useLanguage } from '#web/lib/text.ts';
import { NumberField } from '#web/ui/field/NumberField.tsx';
import { seriesNames } from '../../dashlets/shared/chart-lines.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { Choice } from '../ChartFields.tsx';
import type { SettingsEdit } from '../settings-edit.ts';
import { ThresholdFields } from '../ThresholdFields.tsx';
import { useEditTexts } from '../texts/en.ts';
import { useFaultAt } from '../use-fault-at.ts';

interface Props {
  readonly dashlet: Dashlet;
  readonly edit: SettingsEdit;
}

/** The thresholds of a dashlet, of all its KPIs together; undefined: it has none. Bars have them over time only, where they are lines. */
const ownThresholds = ({ type, settings }: Dashlet): Thresholds | undefined => {
  if (!('thresholds' in settings) || ('by' in settings && settings.by === 'alarms')) return undefined;
  return type === 'bar' && !settings.keys.includes('date') ? undefined : settings.thresholds;
};

/** The places of the KPIs that have thresholds of their own: those whose values stand alone, and those from which stored ones can be removed. */
function judgedSeries(dashlet: Dashlet): readonly number[] {
  const { type, settings } = dashlet;
  if (!('series' in settings)) return [];
  const isJudged =
    type === 'gauge' || type === 'table' || (type === 'bar' && ownThresholds(dashlet) === undefined);
  return settings.series.flatMap(({ formatting }, index) =>
    isJudged || formatting.length > 0 ? [index] : [],
  );
}

export const hasThresholds = (dashlet: Dashlet): boolean =>
  dashlet.type === 'service' || ownThresholds(dashlet) !== undefined || judgedSeries(dashlet).length > 0;

function Promised({ dashlet, edit }: Props) {
  const text = useEditTexts();
  const faultAt = useFaultAt();
  if (dashlet.type !== 'service') return null;
  return (
    <NumberField
      label={text('promise')}
      decimals={4}
      value={dashlet.settings.promise}
      error={faultAt('promise')}
      onChange={(value) => value !== null && edit(['promise'], value, 'promise')}
    />
  );
}

function OwnThresholds({ dashlet, edit }: Props) {
  const text = useDashboardTexts();
  const editText = useEditTexts();
  const faultAt = useFaultAt();
  const thresholds = ownThresholds(dashlet);
  if (thresholds === undefined) return null;
  return (
    <>
      <p className="tt-muted tt-caption">{editText('thresholdsHint')}</p>
      <ThresholdFields
        label={text('thresholds')}
        thresholds={thresholds}
        error={faultAt('thresholds')}
        onChange={(next) => edit(['thresholds'], next)}
      />
      {dashlet.type === 'timeline' && thresholds.length > 0 && (
        <Choice
          label={editText('thresholdLook')}
          options={thresholdLooks}
          nameOf={(value) => editText(`thresholdLook_${value}`)}
          value={dashlet.settings.thresholdLook}
          onChange={(value) => edit(['thresholdLook'], value)}
        />
      )}
    </>
  );
}

function ThresholdsOfEach({ dashlet, edit }: Props) {
  const editText = useEditTexts();
  const faultAt = useFaultAt();
  const words = { kpis: useKpis(), language: useLanguage() };
  const judged = judgedSeries(dashlet);
  if (judged.length === 0 || !('series' in dashlet.settings)) return null;
  const { series } = dashlet.settings;
  const names = seriesNames(series, words);
  return (
    <>
      <p className="tt-muted tt-caption">
        {editText(dashlet.type === 'bar' ? 'thresholdsOfEachHint' : 'thresholdsHint')}
      </p>
      {judged.map((index) => (
        <div key={index} className="tt-dashlet-part">
          {series.length > 1 && <h4>{names[index]}</h4>}
          <ThresholdFields
            label={editText('thresholdsOf', { name: names[index] ?? '' })}
            thresholds={series[index]?.formatting ?? []}
            error={faultAt('series', index, 'formatting')}
            onChange={(formatting) => edit(['series', index, 'formatting'], formatting)}
          />
        </div>
      ))}
    </>
  );
}

/** From which values on a dashlet shows a level: one list for all its KPIs, or one for each where values stand alone. */
export function DashletThresholds(props: Props) {
  return (
    <>
      <Promised {...props} />
      <OwnThresholds {...props} />
      <ThresholdsOfEach {...props} />
    </>
  );
}
