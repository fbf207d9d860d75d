import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { listDeviceSdwanAlarms } from '#schemas/sdwan/routes.ts';
import { MINUTE_MS } from '#schemas/time/duration.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { sdwanAlarmColumns, sdwanAlarmIdentity } from '#web/kernel/sdwan-alarm/sdwan-alarm-columns.tsx';
import { useSdwanAlarmTexts } from '#web/kernel/sdwan-alarm/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';

interface Props {
  readonly customer: number;
  readonly device: number;
}

/** What SD-WAN managers report of a device; nothing where no manager ever did. */
export function ManagerAlarms({ customer, device }: Props) {
  const text = useSdwanAlarmTexts();
  const language = useLanguage();
  const density = useDensity();
  const columns = useMemo(() => sdwanAlarmColumns(text).filter(({ id }) => id !== 'device'), [text]);
  const query = useQuery({
    ...routeQuery(listDeviceSdwanAlarms, {
      params: { customerId: customer, kind: 'device', element: device },
    }),
    refetchInterval: MINUTE_MS,
  });
  if (query.data?.alarms.length === 0) return null;
  return (
    <section className="tt-element-part" aria-label={text('atManager')}>
      <h2>{text('atManager')}</h2>
      <Panel nested label={text('atManager')} state={panelStateOf(query, language, 'NETWORK.read')}>
        <DialogTable rows={query.data?.alarms.length ?? 0}>
          <DataTable
            {...sdwanAlarmIdentity}
            name="device-sdwan-alarms"
            label={text('atManager')}
            rows={query.data?.alarms ?? []}
            columns={columns}
            density={density}
          />
        </DialogTable>
      </Panel>
    </section>
  );
}
