import { Link } from '@tanstack/react-router';
import type { DefinitionCount } from '#schemas/alerting/alert.ts';
import type { Unmonitored } from '#schemas/alerting/monitoring/routes.ts';
import type { CustomerAlerts } from '#schemas/alerting/routes.ts';
import { useFreshness } from '#web/kernel/alert/use-freshness.ts';
import type { Translate } from '#web/lib/text-types.ts';
import type { DataTimes } from '#web/ui/freshness/freshness.ts';
import { FreshnessMark } from '#web/ui/freshness/FreshnessMark.tsx';
import { CountPill } from '#web/ui/severity/CountPill.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { SeverityIcon } from '#web/ui/severity/SeverityIcon.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { topAlarm } from './customer-rows.ts';
import { Sparkline } from './Sparkline.tsx';
import { PinnedName } from './PinnedName.tsx';
import type { en } from '../texts/en.ts';

export interface CustomerAlertColumnOptions {
  readonly text: Translate<typeof en>;
  /** An alarm in the language of the reader. */
  readonly nameOfAlarm: (stored: string) => string;
  readonly names: { readonly critical: string; readonly warning: string; readonly minor: string };
  readonly pinned: ReadonlySet<number>;
  readonly onPin: (customer: CustomerAlerts) => void;
  readonly breakdown: boolean;
  /** Raises per hour of the last day by customer; a customer without any is absent. */
  readonly raises: ReadonlyMap<number, readonly number[]>;
  /** Why customers are not monitored, by id. */
  readonly unmonitored: ReadonlyMap<number, Unmonitored>;
  /** Past time shown, seconds since 1970. Undefined: live. */
  readonly at: number | undefined;
}

interface DefinitionProps {
  readonly text: CustomerAlertColumnOptions['text'];
  readonly nameOfAlarm: CustomerAlertColumnOptions['nameOfAlarm'];
  readonly customer: Pick<CustomerAlerts, 'customer' | 'name'>;
  readonly definition: DefinitionCount;
  readonly at: number | undefined;
  readonly active: boolean;
}

/** An alarm and its count; opens these alarms of the customer. */
function DefinitionLink({ text, nameOfAlarm, customer, definition, at, active }: DefinitionProps) {
  const { alarm, severity, count } = definition;
  const name = nameOfAlarm(definition.name);
  return (
    <Link
      to="/alert"
      search={{ customer: customer.customer, alarm: [alarm], at }}
      className="tt-breakdown-item"
      tabIndex={active ? 0 : -1}
      title={text('openAlarm', { alarm: name, customer: customer.name })}
    >
      <SeverityIcon status={severity} size={12} />
      <span className="tt-ellipsis">{name}</span> <strong>{count}</strong>
    </Link>
  );
}

type CustomerColumn = Column<CustomerAlerts>;

function nameColumn({ text, pinned, onPin, unmonitored }: CustomerAlertColumnOptions): CustomerColumn {
  return {
    id: 'customer',
    header: text('customer'),
    value: ({ name }) => name,
    cell: (customer, { active }) => (
      <PinnedName
        customer={customer}
        active={active}
        pinned={pinned.has(customer.customer)}
        unmonitored={unmonitored.get(customer.customer)}
        onPin={onPin}
      />
    ),
    width: 170,
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
    yields: 5,
    card: { line: 2 },
  },
  {
    id: 'critical',
    header: names.critical,
    value: ({ counts }) => counts.critical,
    cell: ({ counts }) => <CountPill status="critical" count={counts.critical} />,
    width: 86,
    align: 'right',
    card: { line: 1, end: true },
  },
  {
    id: 'warning',
    header: names.warning,
    value: ({ counts }) => counts.warning,
    cell: ({ counts }) => <CountPill status="major" count={counts.warning} />,
    width: 104,
    align: 'right',
    card: { line: 1, end: true },
  },
  {
    id: 'minor',
    header: names.minor,
    value: ({ counts }) => counts.minor,
    cell: ({ counts }) => <CountPill status="minor" count={counts.minor} />,
    width: 76,
    align: 'right',
    yields: 2,
  },
];

const breakdownColumn = ({ text, nameOfAlarm, at }: CustomerAlertColumnOptions): CustomerColumn => ({
  id: 'breakdown',
  header: text('breakdown'),
  sortable: false,
  value: () => null,
  cell: (customer, { active }) => (
    <span className="tt-breakdown">
      {customer.byAlarm.map((definition) => (
        <DefinitionLink
          key={`${String(definition.alarm)} ${definition.severity}`}
          text={text}
          nameOfAlarm={nameOfAlarm}
          customer={customer}
          definition={definition}
          at={at}
          active={active}
        />
      ))}
    </span>
  ),
  width: 320,
  grow: 5,
});

/** What to look at first: the alarm, how many wait, and for how long. */
const urgencyColumns = ({ text, nameOfAlarm, at }: CustomerAlertColumnOptions): readonly CustomerColumn[] => [
  {
    id: 'topAlarm',
    header: text('topAlarm'),
    value: ({ byAlarm }) => {
      const definition = topAlarm(byAlarm);
      return definition === undefined ? null : nameOfAlarm(definition.name);
    },
    cell: (customer, { active }) => {
      const definition = topAlarm(customer.byAlarm);
      return (
        definition && (
          <DefinitionLink
            text={text}
            nameOfAlarm={nameOfAlarm}
            customer={customer}
            definition={definition}
            at={at}
            active={active}
          />
        )
      );
    },
    width: 150,
    grow: 2,
    yields: 1,
    card: { line: 2 },
  },
  {
    id: 'unhandled',
    header: text('unhandledColumn'),
    value: ({ counts }) => counts.unhandled,
    cell: ({ counts: { unhandled } }) => (
      <span className={unhandled === 0 ? 'tt-muted' : undefined}>
        <strong>{unhandled}</strong>
        <span className="tt-card-word"> {text('unhandled', { count: unhandled })}</span>
      </span>
    ),
    width: 88,
    align: 'right',
    card: { line: 3 },
  },
  {
    id: 'oldest',
    header: text('oldest'),
    value: ({ counts }) => (counts.oldest === null ? null : -counts.oldest),
    cell: ({ counts }) => counts.oldest !== null && <Time as="age" at={counts.oldest * 1_000} />,
    width: 92,
    align: 'right',
    yields: 3,
    card: { line: 3, end: true },
  },
];

const lastDayColumn = ({ text, raises }: CustomerAlertColumnOptions): CustomerColumn => ({
  id: 'lastDay',
  header: text('lastDay'),
  value: ({ customer }) => raises.get(customer)?.reduce((sum, each) => sum + each, 0) ?? 0,
  cell: ({ customer }) => {
    const raised = raises.get(customer);
    return raised === undefined ? <span className="tt-muted">–</span> : <Sparkline raised={raised} />;
  },
  width: 116,
  yields: 4,
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
  ...urgencyColumns(options),
  ...(options.at === undefined ? [lastDayColumn(options)] : []),
  ...(options.breakdown ? [breakdownColumn(options)] : []),
  ...(options.at === undefined ? [ageColumn(options)] : []),
];

function CustomerFreshness({ times }: { readonly times: DataTimes }) {
  return <FreshnessMark inRow freshness={useFreshness(times)} times={times} />;
}
