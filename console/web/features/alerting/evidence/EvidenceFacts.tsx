import { operatorSign, type AlarmRow } from '#schemas/alerting/alert.ts';
import { formatMinute, formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useAlertSearch } from '../alert-search.ts';
import { MeasureDots } from '../list/MeasureDots.tsx';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import { useEvidenceTexts } from './texts/en.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { latestMeasure } from './latest-measure.ts';

interface Props {
  readonly alarm: AlarmRow;
  readonly cleared: boolean;
  /** Past time that is shown, seconds since 1970. */
  readonly until: number | undefined;
}

/** The newest value, and of which time it is: the measures that raised the alarm are another time's. */
export function EvidenceValue({ alarm, cleared, until }: Props) {
  const text = useEvidenceTexts();
  const language = useLanguage();
  const kpi = useKpiText(alarm.kpi);
  const latest = latestMeasure(alarm);
  const isCurrent = latest?.isNewest === true && !cleared && until === undefined;
  const label = isCurrent ? 'currentValue' : 'earlierValue';
  return (
    <>
      {latest !== undefined && (
        <p className="tt-muted">{text(label, { time: formatMinute(latest.until * 1_000, language) })}</p>
      )}
      <div className="tt-evidence-now">
        <span className="tt-evidence-value">
          {latest === undefined ? text('noValue') : kpi.reading(latest.value, alarm.threshold)}
        </span>
        <span className="tt-muted">{`${operatorSign(alarm.operator)} ${kpi.threshold(alarm.threshold)}`}</span>
        <MeasureDots {...alarm} />
      </div>
    </>
  );
}

/** Filters of the table: the other alarms of the device and of the site. */
export function RelatedAlarms({ alarm }: Pick<Props, 'alarm'>) {
  const text = useEvidenceTexts();
  const { search, change } = useAlertSearch();
  const { deviceName: device } = alarm;
  const isAlarmShown = search.alarm.length === 1 && search.alarm[0] === alarm.alarm;
  const isSiteShown = search.site.length === 1 && search.site[0] === alarm.site;
  return (
    <div className="tt-evidence-links" role="group" aria-label={text('relatedAlarms')}>
      {device !== undefined && (
        <Button pressed={search.q === device} onClick={() => change({ q: device })}>
          {text('alarmsOfDevice')}
        </Button>
      )}
      {alarm.site !== 0 && (
        <Button pressed={isSiteShown} onClick={() => change({ site: [alarm.site] })}>
          {text('alarmsOfSite')}
        </Button>
      )}
      <Button pressed={isAlarmShown} onClick={() => change({ alarm: [alarm.alarm] })}>
        {text('alarmsOfDefinition')}
      </Button>
    </div>
  );
}

/** Where the alarm runs, by which rule and since when. */
export function EvidenceFacts({ alarm, cleared }: Pick<Props, 'alarm' | 'cleared'>) {
  const { customer } = useAlertSearch().search;
  const text = useEvidenceTexts();
  const language = useLanguage();
  const kpi = useKpiText(alarm.kpi);
  const rule = text('ruleText', {
    count: alarm.outliers,
    outliers: formatNumber(alarm.outliers, language),
    measures: formatNumber(alarm.measures, language),
    operator: operatorSign(alarm.operator),
    threshold: kpi.threshold(alarm.threshold),
  });
  return (
    <dl className="tt-facts">
      {alarm.site !== 0 && (
        <>
          <dt>{text('site')}</dt>
          <dd>
            <ElementLink kind="site" id={alarm.site} customer={customer}>
              {alarm.siteName}
            </ElementLink>
          </dd>
        </>
      )}
      <dt>{text('element')}</dt>
      <dd>
        <ElementLink kind={alarm.elementKind} id={alarm.element} customer={customer}>
          {alarm.elementName}
        </ElementLink>
      </dd>
      <dt>{text('rule')}</dt>
      <dd>{rule}</dd>
      <dt>{text('thresholdFrom')}</dt>
      <dd>{text(`from-${alarm.thresholdFrom}`)}</dd>
      <dt>{text('raisedAt')}</dt>
      <dd>
        <Time as="time" at={alarm.since * 1_000} />
      </dd>
      {!cleared && (
        <>
          <dt>{text('duration')}</dt>
          <dd>
            <Time as="age" at={alarm.since * 1_000} />
          </dd>
        </>
      )}
    </dl>
  );
}
