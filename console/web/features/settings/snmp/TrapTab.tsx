import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  listTrapDeliveries,
  deleteTrapReceiver,
  updateTrapReceiver,
  testTrapReceiver,
  listTrapReceivers,
  type ListedTrapReceiver,
} from '#schemas/settings/snmp/routes.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { call } from '#web/kernel/api/call.ts';
import { DownloadButton } from '#web/kernel/download/DownloadButton.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { DeliveryList } from '../target/DeliveryList.tsx';
import { draftOfTarget } from '../target/notification-target.ts';
import { targetColumns } from '../target/target-columns.tsx';
import { TargetDetails } from '../target/TargetDetails.tsx';
import { TargetTab } from '../target/TargetTab.tsx';
import { type FilterChoices, noChoices, useFilterText } from '../target/use-filter-text.ts';
import { useSettingsSearch } from '../settings-search.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { accessText } from './trap-draft.ts';
import { TrapFormDialog } from './TrapFormDialog.tsx';

const mib = new URL('../../../../../docs/TELLTALE-ALARM-MIB.txt', import.meta.url).href;
const none: readonly ListedTrapReceiver[] = [];
const addressOf = ({ host, port }: ListedTrapReceiver): string =>
  `${host.includes(':') ? `[${host}]` : host}:${String(port)}`;
const searchedText = (receiver: ListedTrapReceiver): string => `${receiver.name} ${addressOf(receiver)}`;

function useColumns(choices: FilterChoices): readonly Column<ListedTrapReceiver>[] {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  return useMemo(
    () =>
      targetColumns(
        [
          { ...textColumn<ListedTrapReceiver>('address', text('address'), addressOf), width: 170 },
          { ...textColumn<ListedTrapReceiver>('access', text('version'), accessText), width: 176 },
          {
            ...textColumn<ListedTrapReceiver>('inform', text('kind'), ({ inform }) =>
              text(inform ? 'isInform' : 'isTrap'),
            ),
            width: 90,
            grow: 0.3,
          },
          { ...textColumn<ListedTrapReceiver>('what', text('whichAlarms'), filterText), width: 150 },
        ],
        text,
      ),
    [text, filterText],
  );
}

interface DetailsProps {
  readonly receiver: ListedTrapReceiver;
  readonly engines: readonly string[];
  readonly choices: FilterChoices;
}

function Details({ receiver, engines, choices }: DetailsProps) {
  const text = useSettingsTexts();
  const filterText = useFilterText(choices);
  const { id, access, inform, includeRestricted, notifyPlatformEvents } = receiver;
  return (
    <TargetDetails
      target={receiver}
      kind="traps"
      writing={updateTrapReceiver}
      testLabel={text('testTrap')}
      test={() => call(testTrapReceiver, { body: { receiver: draftOfTarget(receiver), id } })}
      remove={(removed) => call(deleteTrapReceiver, { params: { id: removed } })}
      facts={[
        [
          text('address'),
          <span key="address" className="tt-mono">
            {addressOf(receiver)}
          </span>,
        ],
        [text('version'), accessText(receiver)],
        ...(access.version === 'v3' ? [[text('user'), access.user] as const] : []),
        [text('kind'), text(inform ? 'isInform' : 'isTrap')],
        [text('whichAlarms'), filterText(receiver)],
        [text('includeRestricted'), text(includeRestricted ? 'yes' : 'no')],
        [text('notifyPlatformEvents'), text(notifyPlatformEvents ? 'yes' : 'no')],
        ...(access.version === 'v3' && engines.length > 0
          ? [
              [
                text('engineIds'),
                <span key="engines" className="tt-mono">
                  {engines.join(', ')}
                </span>,
              ] as const,
            ]
          : []),
      ]}
    >
      <DeliveryList id={id} route={listTrapDeliveries} />
    </TargetDetails>
  );
}

/** Receivers of SNMP traps, notified of the alarms flagged for traps. */
export function TrapTab() {
  const text = useSettingsTexts();
  const { change } = useSettingsSearch();
  const query = useQuery(routeQuery(listTrapReceivers));
  const engines = query.data?.engines ?? [];
  const choices = query.data ?? noChoices;
  const close = () => change({ edit: undefined });
  return (
    <TargetTab
      words={{
        columns: 'trap-receivers',
        table: text('receivers'),
        find: text('findReceiver'),
        add: text('addReceiver'),
        emptyTitle: text('noReceiver'),
        emptyHint: text('noReceiverHint'),
      }}
      writing={updateTrapReceiver}
      query={query}
      rows={query.data?.receivers ?? none}
      columns={useColumns(choices)}
      searchedText={searchedText}
      toolbar={<DownloadButton address={mib} name="TELLTALE-ALARM-MIB.txt" label={text('mib')} />}
      renderDetails={(receiver) => <Details receiver={receiver} engines={engines} choices={choices} />}
      renderForm={(receiver) => (
        <TrapFormDialog
          key={receiver?.id ?? 'new'}
          receiver={receiver}
          engines={engines}
          choices={choices}
          onClose={close}
        />
      )}
    />
  );
}
