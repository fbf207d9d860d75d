import { applicationName } from '#schemas/application/application-name.ts';
import type { ApplicationTraffic } from '#schemas/application/traffic-routes.ts';
import { columnFormat } from '#schemas/unit/column-format.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { ExploreLink } from '#web/kernel/explore/ExploreLink.tsx';
import { formatClock, formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import type { DraftMatch } from './application-api.ts';
import { useApplicationTexts } from './texts/en.ts';

const IANA_PROTOCOL = 2 ** 32;

interface Props {
  readonly traffic: ApplicationTraffic;
  /** Shows which applications the flows have now. */
  readonly assigned: boolean;
  /** Whose traffic it is; undefined: that of several customers. */
  readonly customerId?: number | undefined;
  /** Those with most of it, if it is that of several customers. */
  readonly customers?: DraftMatch['customers'];
}

function Conversations({ traffic, customerId }: Pick<Props, 'traffic' | 'customerId'>) {
  const text = useApplicationTexts();
  const language = useLanguage();
  const period = { from: Math.floor(traffic.from / 1_000), to: Math.floor(traffic.to / 1_000) };
  const volumes = traffic.conversations.map(({ bytes }) => bytes);
  const volume = columnFormat(volumes, 'byte', language);
  return (
    <table className="tt-application-compared tt-application-conversations">
      <caption className="tt-muted">{text('conversations')}</caption>
      <thead>
        <tr>
          <th scope="col">{text('conversation')}</th>
          <th scope="col">{text('service')}</th>
          <th scope="col">{text('volume')}</th>
          <th scope="col">{text('flows')}</th>
        </tr>
      </thead>
      <tbody>
        {traffic.conversations.map(({ one, other, protocol, port, bytes, flows }) => (
          <tr key={`${one} ${other} ${String(protocol)} ${String(port)}`}>
            <td>
              {one} ↔ {other}
              {customerId !== undefined && (
                <>
                  {' '}
                  <ExploreLink
                    customer={customerId}
                    filter={`address = ${one} and address = ${other} and protocol = ${String(protocol)}`}
                    period={period}
                    by={['source-address', 'destination-address', 'application']}
                  />
                </>
              )}
            </td>
            <td>
              {applicationName(IANA_PROTOCOL + protocol)} {port > 0 && port}
            </td>
            <td>{volume(bytes)}</td>
            <td>{formatNumber(flows, language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Sums and largest conversations of an application in the last hour. */
export function TrafficView({ traffic, assigned, customers = [], customerId }: Props) {
  const text = useApplicationTexts();
  const language = useLanguage();
  const { from, to, flows, bytes, allBytes, applications } = traffic;
  const volume = (value: number) => formatValue(value, 'byte', language);
  const share = formatValue(allBytes === 0 ? 0 : (bytes / allBytes) * 100, 'percent', language);
  const time = { from: formatClock(from, language), to: formatClock(to, language) };
  if (flows === 0) return <p>{text('trafficNone', time)}</p>;
  const sums = { ...time, count: flows, volume: volume(bytes), share };
  return (
    <>
      <p>{text('trafficSums', sums)}</p>
      {customers.length > 0 && (
        <p>
          {text('trafficOf', {
            customers: customers.map((one) => `${one.name} (${volume(one.bytes)})`).join(', '),
          })}
        </p>
      )}
      {assigned && (
        <p>
          {text('assignedNow', {
            applications: applications.map((one) => `${one.name} (${volume(one.bytes)})`).join(', '),
          })}
        </p>
      )}
      <Conversations traffic={traffic} customerId={customerId} />
    </>
  );
}
