import { enterprise, type DevicePoller } from './device-poller.ts';
import { memoryPollers, storageColumns } from './memory-pollers.ts';
import { processorPollers } from './processor-pollers.ts';

const RTTMON = '1.3.6.1.4.1.9.9.42.1';

/** A scalar is a column with one row of index 0. */
export const devicePollers: readonly DevicePoller[] = [
  ...processorPollers,
  ...memoryPollers,
  {
    key: 'host-disk',
    name: 'hrStorage, fixed disks (HOST-RESOURCES-MIB)',
    subject: 'disk',
    ...storageColumns,
    procedure: 'diskOfStorage',
  },
  {
    key: 'ip-sla',
    name: 'IP SLA (CISCO-RTTMON-MIB)',
    subject: 'probe',
    enterprises: [enterprise.cisco],
    rows: `${RTTMON}.2.1.1.4`,
    facts: { kind: `${RTTMON}.2.1.1.4`, precision: `${RTTMON}.2.2.1.37` },
    values: {
      state: `${RTTMON}.2.9.1.10`,
      time: `${RTTMON}.2.10.1.1`,
      sense: `${RTTMON}.2.10.1.2`,
      rttCount: `${RTTMON}.5.2.1.1`,
      rttSum: `${RTTMON}.5.2.1.2`,
    },
    procedure: 'ipSla',
  },
];
