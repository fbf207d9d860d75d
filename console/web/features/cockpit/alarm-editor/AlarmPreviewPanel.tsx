import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { BacktestDraft } from '#schemas/cockpit/backtest.ts';
import { previewAlarm, type AlarmPreview } from '#schemas/cockpit/preview-routes.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { factsIn } from '#schemas/kpi/directory.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useKpis } from '#web/kernel/kpi/kpi-directory.tsx';
import { kpiColumn, kpiThreshold } from '#web/kernel/kpi/kpi-value.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { testedRule } from '../backtest/backtest-request.ts';
import { useCockpitTexts } from '../texts/en.ts';
import type { AlarmEditor } from './use-alarm-editor.ts';
import '../thresholds/threshold.css';
import './alarm-preview.css';
import { SECOND_MS } from '#schemas/time/duration.ts';

interface Props {
  readonly cockpitId: number;
  readonly editor: AlarmEditor;
}

const TYPING_MS = 400;
/** Values change with the window; a preview that stays open follows. */
const REFRESH_MS = 60_000;

/** Sends a request once typing pauses; a newer one cancels the one before. */
function usePreview({ cockpitId, editor: { draft, stored } }: Props) {
  const kpis = useKpis();
  const rule = testedRule(draft, kpis);
  const currentRule = JSON.stringify(rule === undefined ? null : { ...rule, severity: 'critical' });
  const [prompt] = useDebouncedValue(currentRule, TYPING_MS);
  const place = stored === undefined ? { cockpit: cockpitId } : { alarm: stored.id };
  const preview = useQuery({
    ...namedQuery('cockpit', ['preview', place, stored?.version, prompt], (signal) =>
      call(previewAlarm, { body: { draft: JSON.parse(prompt) as BacktestDraft, ...place }, signal }),
    ),
    enabled: prompt !== 'null',
    placeholderData: keepPreviousData,
    refetchInterval: REFRESH_MS,
  });
  return { rule, preview, isOutdated: prompt !== currentRule || preview.isPlaceholderData };
}

/** `3 of 5 windows of 5 min: out of limits for 15 min within 25 min`. */
function Period({ rule, windowSeconds }: { readonly rule: BacktestDraft; readonly windowSeconds: number }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { outliers, measures } = rule;
  const lasting = (windows: number) => formatDuration(windows * windowSeconds * SECOND_MS, language);
  const values = {
    count: outliers,
    outliers: formatNumber(outliers, language),
    measures: formatNumber(measures, language),
    window: lasting(1),
    shortest: lasting(outliers),
    longest: lasting(measures),
  };
  return <p>{text(outliers === measures ? 'periodEach' : 'periodSome', values)}</p>;
}

function Counts({ elements, read, measured, outOfLimits }: AlarmPreview) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  if (elements === 0) return <p>{text('affectsNone')}</p>;
  return (
    <p>
      {text('affects', { count: elements, elements: number(elements) })}
      {' · '}
      <strong data-out={outOfLimits > 0}>{text('outNow', { out: number(outOfLimits) })}</strong>
      {' · '}
      {text('withValue', { measured: number(measured) })}
      {read < elements && ` · ${text('readFirst', { read: number(read) })}`}
    </p>
  );
}

function FirstElements({ preview, kpiKey }: { readonly preview: AlarmPreview; readonly kpiKey: string }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const kpi = factsIn(useKpis(), kpiKey);
  const { first } = preview;
  const limits = first.map(({ threshold }) => threshold);
  const shown = kpiColumn(
    first.map(({ value }) => value),
    { unit: kpi.unit, limits },
    language,
  );
  if (first.length === 0) return null;
  return (
    <table className="tt-preview-table" aria-label={text('previewElements')}>
      <thead>
        <tr>
          <th scope="col">{text('element')}</th>
          <th scope="col">{text('valueNow')}</th>
          <th scope="col">{text('threshold')}</th>
        </tr>
      </thead>
      <tbody>
        {first.map(({ element, value, threshold, outOfLimits }) => (
          <tr key={element.id} data-out={outOfLimits}>
            <th scope="row">
              <span className="tt-ellipsis">{element.name}</span>
              <span className="tt-own-above tt-ellipsis">
                {[...element.parents, element.customer.name].join(' · ')}
              </span>
            </th>
            <td>
              {value === null ? <span className="tt-muted">{text('noValue')}</span> : shown(value)}
              {outOfLimits && <span className="tt-preview-mark">{text('outOfLimits')}</span>}
            </td>
            <td className="tt-muted">{kpiThreshold(kpi, threshold, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What the draft affects now: its elements, their newest values against its thresholds, and its period in minutes. */
export function AlarmPreviewPanel(props: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { rule, preview, isOutdated } = usePreview(props);
  const { data, error } = preview;
  return (
    <section className="tt-preview" aria-label={text('preview')} aria-busy={isOutdated || preview.isFetching}>
      <h3>{text('preview')}</h3>
      {rule === undefined ? (
        <p className="tt-muted">{text('previewNone')}</p>
      ) : error !== null ? (
        <p className="tt-muted">{sentenceOf(error, language)}</p>
      ) : (
        data !== undefined && (
          <div className="tt-preview-result" data-outdated={isOutdated} aria-live="polite">
            <Counts {...data} />
            {data.windowSeconds !== null && <Period rule={rule} windowSeconds={data.windowSeconds} />}
            <FirstElements preview={data} kpiKey={rule.kpi} />
          </div>
        )
      )}
    </section>
  );
}
