import { useQuery } from '@tanstack/react-query';
import { listPollingStates, type DevicePollingState } from '#schemas/collector/polling-state.ts';
import { pollFailureText } from '#schemas/polling/failure-words.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { msOf } from '#web/lib/clock.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useInventoryTexts } from '../texts/en.ts';
import { FindingList } from './FindingList.tsx';

interface Props {
  readonly customer: number;
  readonly device: number;
}

/** Ports inside of a device have no speed, which is no fault. */
const hasWarning = ({ findings }: DevicePollingState['lines'][number]): boolean =>
  findings.some(({ is }) => is !== 'no speed');

/** Why the last poll had no response. */
const causeOf = ({ rejection, address }: DevicePollingState, label: string, language: Language): Fact[] =>
  rejection === null ? [] : [[label, pollFailureText(rejection, address, language)]];

const REPORT_MS = 10_000;

/** How a device is polled. */
export function PollingFacts({ customer, device }: Props) {
  const text = useInventoryTexts();
  const language = useLanguage();
  const query = useQuery({
    ...routeQuery(listPollingStates, {
      params: { customerId: customer },
      query: { devices: String(device) },
    }),
    refetchInterval: REPORT_MS,
  });
  const state = query.data?.devices.find((each) => each.device === device);
  return (
    <Panel nested label={text('polling')} state={panelStateOf(query, language, 'NETWORK.read')}>
      {state !== undefined && (
        <Facts
          facts={[
            [text('state'), text(`polling_${state.state}`)],
            ...causeOf(state, text('cause'), language),
            [
              text('responded'),
              state.respondedAt === null ? text('never') : <Time at={msOf(state.respondedAt)} />,
            ],
            ...state.lines
              .filter(hasWarning)
              .map(({ name, findings }): Fact => [
                name,
                <FindingList key="line" findings={findings} language={language} />,
              ]),
          ]}
        />
      )}
    </Panel>
  );
}
