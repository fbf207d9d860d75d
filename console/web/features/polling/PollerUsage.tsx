import type { PollerDependents } from '#schemas/polling/poller-use.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { plainNumber } from '#schemas/unit/number.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { usePollerDependents, usePollerUses } from './polling-queries.ts';
import { usePollingTexts } from './texts/en.ts';

type Read = NonNullable<PollerDependents['read']>;

/** Devices, objects and values, and what they cost. */
function Cost({ read: { intervalMs, use } }: { readonly read: Read }) {
  const text = usePollingTexts();
  const language = useLanguage();
  const all = usePollerUses().data?.devices;
  const shown = (value: number): string => formatNumber(value, language);
  const devices = shown(use.devices);
  const requests = plainNumber(use.requests, language);
  const perSecond = plainNumber((use.requests * SECOND_MS) / Math.max(1, intervalMs), language);
  return (
    <Facts
      facts={[
        [
          text('readOn'),
          all === undefined ? devices : text('deviceCount', { read: devices, all: shown(all) }),
        ],
        [text('objects'), shown(use.objects)],
        ...(use.values === null ? [] : [[text('values'), shown(use.values)] as const]),
        [text('interval'), formatDuration(intervalMs, language)],
        [text('cost'), text('costOf', { requests, perSecond })],
      ]}
    />
  );
}

function Devices({ read: { use, devices } }: { readonly read: Read }) {
  const text = usePollingTexts();
  if (devices.length === 0) return <p className="tt-muted">{text('unread')}</p>;
  return (
    <>
      <ul className="tt-poller-devices" aria-label={text('deviceList')}>
        {devices.map(({ device, name, customerName, objects, values }) => (
          <li key={device}>
            <span>{text('ofCustomer', { name, customer: customerName })}</span>
            <span className="tt-muted">
              {values === 0 ? text('noValue') : text('objectCount', { count: objects })}
            </span>
          </li>
        ))}
      </ul>
      {use.devices > devices.length && (
        <p className="tt-muted tt-caption">{text('deviceShown', { count: devices.length })}</p>
      )}
    </>
  );
}

function Kpis({ kpis }: Pick<PollerDependents, 'kpis'>) {
  const text = usePollingTexts();
  const language = useLanguage();
  if (kpis.length === 0) return <p className="tt-muted">{text('noKpi')}</p>;
  return (
    <ul className="tt-poller-kpis" aria-label={text('kpis')}>
      {kpis.map((kpi) => (
        <li key={kpi.key}>
          {kpi[language]} <code className="tt-muted">{kpi.key}</code>
        </li>
      ))}
    </ul>
  );
}

/** Which devices a poller reads, what that costs, and which KPIs need it. */
export function PollerUsage({ id }: { readonly id: string }) {
  const text = usePollingTexts();
  const language = useLanguage();
  const query = usePollerDependents(id);
  const { data } = query;
  return (
    <>
      <section aria-label={text('usage')}>
        <h3>{text('usage')}</h3>
        <Panel nested label={text('usage')} state={panelStateOf(query, language, 'POLLING.read')}>
          {data?.read === null && <Banner tone="warning">{text('noPoller')}</Banner>}
          {data?.read != null && (
            <div className="tt-poller-use">
              <Cost read={data.read} />
              <Devices read={data.read} />
            </div>
          )}
        </Panel>
      </section>
      {data !== undefined && (
        <section aria-label={text('kpis')}>
          <h3>{text('kpis')}</h3>
          <Kpis kpis={data.kpis} />
        </section>
      )}
    </>
  );
}
