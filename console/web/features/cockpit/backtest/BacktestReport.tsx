import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TimeIn } from '#web/ui/text/Time.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useCockpitTexts } from '../texts/en.ts';
import { BacktestTimeline } from './BacktestTimeline.tsx';
import type { BacktestResult } from '#schemas/cockpit/backtest-routes.ts';

type Figures = BacktestResult['figures'];

interface Props {
  readonly result: BacktestResult;
}

const PERCENT = 100;
const LOW_COVERAGE = 0.5;

function Coverage({ result: { elements, values, windows, windowSeconds, until } }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  if (elements === 0) return <Banner tone="info">{text('coverageNone')}</Banner>;
  const share = windows === 0 ? 0 : values / windows;
  return (
    <>
      {share < LOW_COVERAGE && <Banner tone="warning">{text('coverageLow')}</Banner>}
      <p className="tt-muted tt-caption">
        <TimeIn
          at={until * 1_000}
          as="time"
          sentence={(shown) =>
            text('coverage', {
              count: elements,
              elements: formatNumber(elements, language),
              share: formatValue(share * PERCENT, 'percent', language),
              length: formatDuration(windowSeconds * 1_000, language),
              until: shown,
            })
          }
        />
      </p>
    </>
  );
}

function useRows({ severities }: Figures) {
  const text = useCockpitTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const count = (value: number) => formatNumber(value, language);
  const time = (minutes: number) => formatDuration(minutes * MINUTE_MS, language);
  return [
    { name: text('raises'), of: ({ raises }: Figures) => raises, shown: count },
    { name: text('clears'), of: ({ clears }: Figures) => clears, shown: count },
    { name: text('flaps'), of: ({ flaps }: Figures) => flaps, shown: count, hint: text('flapsHint') },
    {
      name: text('explainedRaises'),
      of: ({ explained }: Figures) => explained,
      shown: count,
      hint: text('explainedRaisesHint'),
    },
    {
      name: text('incidents'),
      of: ({ incidents }: Figures) => incidents,
      shown: count,
      hint: text('incidentsHint'),
    },
    { name: text('inAlarm'), of: ({ minutes }: Figures) => minutes, shown: time },
    ...severities.map(({ severity }) => ({
      name: text('inAlarmAs', { severity: ui(severity) }),
      of: (of: Figures) => of.severities.find((one) => one.severity === severity)?.minutes ?? 0,
      shown: time,
    })),
    { name: text('elementsInAlarm'), of: ({ elements }: Figures) => elements, shown: count },
    { name: text('runningAtEnd'), of: ({ running }: Figures) => running, shown: count },
  ];
}

const sign = (value: number): string => (value > 0 ? '+' : value < 0 ? '−' : '±');

/** The figures of the draft, those of the rule in force, and the difference. */
function FigureTable({ result: { figures, inForce } }: Props) {
  const text = useCockpitTexts();
  const rows = useRows(figures);
  return (
    <table className="tt-backtest-table" aria-label={text('backtest')}>
      <thead data-quiet={inForce === null}>
        <tr>
          <th scope="col">
            <span className="tt-hidden">{text('figure')}</span>
          </th>
          <th scope="col">{text(inForce === null ? 'value' : 'asDraft')}</th>
          {inForce !== null && (
            <>
              <th scope="col">{text('asStored')}</th>
              <th scope="col">±</th>
            </>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, of, shown, hint }) => {
          const value = of(figures);
          const change = inForce === null ? 0 : value - of(inForce);
          return (
            <tr key={name}>
              <th scope="row">
                {name}
                {hint !== undefined && <span className="tt-muted tt-caption">{` · ${hint}`}</span>}
              </th>
              <td className="tt-backtest-value">{shown(value)}</td>
              {inForce !== null && (
                <>
                  <td>{shown(of(inForce))}</td>
                  <td className="tt-muted">
                    {change === 0 ? '–' : `${sign(change)}${shown(Math.abs(change))}`}
                  </td>
                </>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Difference({ difference }: { readonly difference: NonNullable<BacktestResult['difference']> }) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const time = (minutes: number) => formatDuration(minutes * MINUTE_MS, language);
  const facts = [
    [text('gained'), formatNumber(difference.gained, language)],
    [text('lost'), formatNumber(difference.lost, language)],
    [text('bothTime'), time(difference.bothMinutes)],
    [text('draftTime'), time(difference.draftMinutes)],
    [text('storedTime'), time(difference.inForceMinutes)],
  ];
  return (
    <section className="tt-backtest-section">
      <h3>{text('difference')}</h3>
      <dl className="tt-backtest-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

interface SiteLine {
  readonly customer: number;
  readonly site: number;
  readonly siteName: string;
  readonly customerName: string;
}

function SiteTable<Line extends SiteLine>({
  title,
  none,
  sites,
  columns,
}: {
  readonly title: string;
  readonly none: string;
  readonly sites: readonly Line[];
  readonly columns: readonly (readonly [string, (line: Line) => string])[];
}) {
  const text = useCockpitTexts();
  return (
    <section className="tt-backtest-section">
      <h3>{title}</h3>
      {sites.length === 0 ? (
        <p className="tt-muted">{none}</p>
      ) : (
        <table className="tt-backtest-table" aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{text('site')}</th>
              {columns.map(([name]) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sites.map((line) => (
              <tr key={`${String(line.customer)} ${String(line.site)}`}>
                <th scope="row">
                  {line.site === 0 ? text('noSite') : line.siteName}
                  <span className="tt-muted tt-caption">{` · ${line.customerName}`}</span>
                </th>
                {columns.map(([name, of]) => (
                  <td key={name}>{of(line)}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Sites({ result: { figures, difference } }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const time = (minutes: number) => formatDuration(minutes * MINUTE_MS, language);
  return (
    <>
      {difference !== null && (
        <SiteTable
          title={text('sitesDifferent')}
          none={text('nothingDifferent')}
          sites={difference.sites.filter(
            ({ draftMinutes, inForceMinutes }) => draftMinutes !== inForceMinutes,
          )}
          columns={[
            [text('asDraft'), ({ draftMinutes }) => time(draftMinutes)],
            [text('asStored'), ({ inForceMinutes }) => time(inForceMinutes)],
          ]}
        />
      )}
      <SiteTable
        title={text('sitesTitle')}
        none={text('nothingRaised')}
        sites={figures.sites}
        columns={[
          [text('raises'), ({ raises }) => formatNumber(raises, language)],
          [text('inAlarm'), ({ minutes }) => time(minutes)],
        ]}
      />
    </>
  );
}

/** The result of a backtest: figures, timeline, difference and sites. */
export function BacktestReport({ result }: Props) {
  return (
    <>
      <Coverage result={result} />
      <FigureTable result={result} />
      <BacktestTimeline result={result} />
      {result.difference !== null && <Difference difference={result.difference} />}
      <Sites result={result} />
    </>
  );
}
