import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useFreshness } from '#web/kernel/alert/use-freshness.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { DataTimes } from '#web/ui/freshness/freshness.ts';
import { FreshnessMark } from '#web/ui/freshness/FreshnessMark.tsx';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { PinnedName } from './PinnedName.tsx';
import type { en } from '../texts/en.ts';

export interface CustomerAlertColumnOptions {
  readonly text: Translate<typeof en>;
  readonly names: { readonly critical: string; readonly warning: string };
  readonly pinned: ReadonlySet<number>;
  readonly onPin: (customer: CustomerAlerts) => void;
  readonly alarmsOf: (customer: CustomerAlerts) => CustomerAlerts['byAlarm'];
  readonly breakdown: boolean;
}

function Breakdown({ alarms }: { readonly alarms: CustomerAlerts['byAlarm'] }) {
  return (
    <span className="tt-breakdown">
      {alarms.map(({ alarm, name, count }) => (
        <span key={alarm} className="tt-breakdown-item">
          {name} <strong>{count}</strong>
        </span>
      ))}
    </span>
  );
}

type CustomerColumn = Column<CustomerAlerts>;

function nameColumn({ text, pinned, onPin }: CustomerAlertColumnOptions): CustomerColumn {
  return {
    id: 'customer',
    header: text('customer'),
    value: ({ name }) => name,
    cell: (customer, { active }) => (
      <PinnedName customer={customer} active={active} pinned={pinned.has(customer.customer)} onPin={onPin} />
    ),
    width: 220,
    grow: 2,
    fixed: true,
    card: { line: 1 },
  };
}

const countColumns = ({ text, names }: CustomerAlertColumnOptions): readonly CustomerColumn[] => [
  {
    id: 'profile',
    header: text('profile'),
    value: ({ profile }) => profile,
    cell: ({ profile }) => <span className="tt-muted tt-ellipsis">{profile}</span>,
    width: 120,
    grow: 1,
    card: { line: 2 },
  },
  {
    id: 'critical',
    header: names.critical,
    value: ({ counts }) => counts.critical,
    cell: ({ counts }) => <CountPill status="critical" count={counts.critical} />,
    width: 110,
    align: 'right',
    card: { line: 1, end: true },
  },
  {
    id: 'warning',
    header: names.warning,
    value: ({ counts }) => counts.warning,
    cell: ({ counts }) => <CountPill status="major" count={counts.warning} />,
    width: 130,
    align: 'right',
    card: { line: 1, end: true },
  },
];

const breakdownColumn = ({ text, alarmsOf }: CustomerAlertColumnOptions): CustomerColumn => ({
  id: 'breakdown',
  header: text('breakdown'),
  sortable: false,
  value: () => null,
  cell: (customer) => <Breakdown alarms={alarmsOf(customer)} />,
  width: 320,
  grow: 5,
});

const ageColumn = ({ text }: CustomerAlertColumnOptions): CustomerColumn => ({
  id: 'age',
  header: text('newest'),
  value: ({ position }) => -position.at,
  cell: ({ position }) => <CustomerFreshness times={position} />,
  width: 150,
  align: 'right',
  card: { line: 2, end: true },
});

/** Columns of the customers and their counts. */
export const customerAlertColumns = (options: CustomerAlertColumnOptions): readonly CustomerColumn[] => [
  nameColumn(options),
  ...countColumns(options),
  ...(options.breakdown ? [breakdownColumn(options)] : []),
  ageColumn(options),
];

function CustomerFreshness({ times }: { readonly times: DataTimes }) {
  return <FreshnessMark inRow freshness={useFreshness(times)} times={times} />;
}
