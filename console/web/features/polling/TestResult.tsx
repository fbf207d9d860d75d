import type { PollerTest, PollerTestResult, ReadObject } from '#schemas/polling/poller-test.ts';
import { snmpFailureWords } from '#schemas/polling/failure-words.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import type { PollingText } from './polling-columns.tsx';
import { usePollingTexts } from './texts/en.ts';

interface Props {
  readonly result: PollerTestResult;
  readonly requested: PollerTest;
  readonly incremental: boolean;
}

/** The type as the standard writes it. */
const typeNames: Readonly<Record<Exclude<ReadObject['type'], 'absent' | 'other'>, string>> = {
  integer: 'INTEGER',
  counter32: 'Counter32',
  gauge32: 'Gauge32',
  timeTicks: 'TimeTicks',
  counter64: 'Counter64',
  octets: 'OCTET STRING',
  oid: 'OBJECT IDENTIFIER',
  ipAddress: 'IpAddress',
};

const typeName = (type: ReadObject['type'], text: PollingText): string =>
  type === 'absent' || type === 'other' ? text(`wire-${type}`) : typeNames[type];

/** Objects below the one that the device does not have, and what is read without a procedure, would not be stored. */
const storesValue = ({ requested }: Props): boolean =>
  !requested.walk && requested.reading.level === 'device';

/** What is remarkable about the response. */
function remarkOf({ result, requested }: Props, text: PollingText): string | undefined {
  if (result.read === 'below') return text('isBelow');
  if (result.read === 'rows' && result.objects.length === 0) return text('noRows');
  if (result.objects[0]?.type === 'absent') return text('isAbsent');
  return result.more ? text(requested.walk ? 'moreWalked' : 'moreRows') : undefined;
}

/** What a poll would store. */
function outcomeOf({ result, requested, incremental }: Props, text: PollingText): string {
  const { stored, fault } = result;
  if (stored !== null) return text(incremental ? 'wouldStoreIncrease' : 'wouldStore', { value: stored });
  return fault === null
    ? text('wouldStoreNothing')
    : text(`fault-${fault}`, { type: text(`type-${requested.reading.valueType}`) });
}

function Objects({ result: { objects }, requested }: Props) {
  const text = usePollingTexts();
  const isOfInterface = requested.reading.level === 'interface' && !requested.walk;
  return (
    <div className="tt-poller-objects" role="region" aria-label={text('objectsRead')}>
      <table className="tt-plain-table" aria-label={text('objectsRead')}>
        <thead>
          <tr>
            <th scope="col">{text('oid')}</th>
            <th scope="col">{text('type')}</th>
            <th scope="col">{text('value')}</th>
            {isOfInterface && <th scope="col">{text('interface')}</th>}
            {isOfInterface && <th scope="col">{text('stored')}</th>}
          </tr>
        </thead>
        <tbody>
          {objects.map((object) => (
            <tr key={object.oid}>
              <th scope="row">
                <code>{object.oid}</code>
              </th>
              <td>{typeName(object.type, text)}</td>
              <td>{object.value}</td>
              {isOfInterface && <td>{object.interface}</td>}
              {isOfInterface && <td>{object.stored ?? text('notStored')}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The response of a device to a test, and what a poll would store of it. */
export function TestResult(props: Props) {
  const text = usePollingTexts();
  const language = useLanguage();
  const { result } = props;
  const ms = formatNumber(result.durationMs, language);
  if (result.failure !== '') {
    const failure = snmpFailureWords(result.failure, language);
    return <Banner tone="warning">{text('testFailed', { failure, ms })}</Banner>;
  }
  const remark = remarkOf(props, text);
  const isStored = !storesValue(props) || result.stored !== null;
  return (
    <>
      <Banner tone={isStored && result.read !== 'below' ? 'info' : 'warning'}>
        {text('testResponded', { count: result.requests, ms })}
        {remark !== undefined && ` ${remark}`}
        {storesValue(props) && ` ${outcomeOf(props, text)}`}
      </Banner>
      {result.objects.length > 0 && <Objects {...props} />}
    </>
  );
}
