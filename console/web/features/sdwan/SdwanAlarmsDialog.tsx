import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { SdwanAlarm } from '#schemas/sdwan/alarm.ts';
import { listSdwanAlarms } from '#schemas/sdwan/routes.ts';
import type { SdwanServer } from '#schemas/sdwan/server.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { sdwanAlarmColumns, sdwanAlarmIdentity } from '#web/kernel/sdwan-alarm/sdwan-alarm-columns.tsx';
import { useSdwanAlarmTexts } from '#web/kernel/sdwan-alarm/texts/en.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useSdwanTexts } from './texts/en.ts';

/** With the customer, where a manager has several. */
function useAlarmColumns(isMultiTenant: boolean) {
  const text = useSdwanTexts();
  const alarmText = useSdwanAlarmTexts();
  return useMemo(() => {
    const customer: Column<SdwanAlarm> = {
      ...textColumn<SdwanAlarm>('customer', text('customer'), (one) => one.customerName),
      width: 130,
      card: { line: 2 },
    };
    return [...sdwanAlarmColumns(alarmText), ...(isMultiTenant ? [customer] : [])];
  }, [alarmText, text, isMultiTenant]);
}

/** The alarms of a manager, in its words: raised ones first. */
export function SdwanAlarmsDialog({
  server,
  onClose,
}: {
  readonly server: SdwanServer;
  readonly onClose: () => void;
}) {
  const text = useSdwanTexts();
  const { id, name, alarms, isMultiTenant } = server;
  const [q, setQ] = useState('');
  const query = useQuery({
    ...routeQuery(listSdwanAlarms, { params: { id } }),
    refetchInterval: MINUTE_MS,
  });
  const { shown, state } = useListPanel({
    query,
    rows: query.data?.alarms,
    q,
    textsOf: (one) => [one.type, one.message, one.device, one.customerName],
    change: () => setQ(''),
    empty: { title: text('noAlarm'), hint: text('noAlarmHint') },
  });
  const columns = useAlarmColumns(isMultiTenant);
  const density = useDensity();
  return (
    <Dialog open title={text('alarmsTitle', { name })} onClose={onClose} width={1080}>
      {alarms.fault !== null && (
        <Banner tone="warning">
          {text('alarmsUnread')} {alarms.fault.message}
        </Banner>
      )}
      <Toolbar label={text('findAlarms')}>
        <SearchField label={text('findAlarms')} value={q} onChange={(found = '') => setQ(found)} />
      </Toolbar>
      <Panel label={text('alarms')} state={state}>
        <DialogTable rows={shown.length}>
          <DataTable
            {...sdwanAlarmIdentity}
            name="sdwan-alarms"
            label={text('alarms')}
            rows={shown}
            columns={columns}
            density={density}
          />
        </DialogTable>
      </Panel>
    </Dialog>
  );
}
