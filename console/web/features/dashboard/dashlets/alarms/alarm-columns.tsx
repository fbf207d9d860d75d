import { Link } from '@tanstack/react-router';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import { isInventoryKind } from '#schemas/inventory/list/inventory-kind.ts';
import { severities } from '#schemas/alerting/severity.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';
import { useKpiText } from '#web/kernel/kpi/use-kpi-text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useReach } from '../../drill/use-reach.ts';
import type { en } from './texts/en.ts';

/** Where an alarm is: site, device and element, of which the name of the element has the last two. */
export const placeOfAlarm = ({ siteName, elementName }: Pick<AlarmRow, 'siteName' | 'elementName'>): string =>
  siteName === '' || elementName.startsWith(siteName) ? elementName : `${siteName} · ${elementName}`;

/** The newest measured value; null: none of the windows has one. */
export const newestValue = ({ recent }: Pick<AlarmRow, 'recent'>): number | null =>
  recent.findLast((value) => value !== null) ?? null;

function Value({ alarm }: { readonly alarm: AlarmRow }) {
  const { name, value } = useKpiText(alarm.kpi);
  const newest = newestValue(alarm);
  return <span title={name}>{newest === null ? '–' : value(newest)}</span>;
}

interface LinkedPlaceProps {
  readonly alarm: AlarmRow;
  readonly customer: number;
  readonly active: boolean;
}

/** Where an alarm is, with the page of its element for those who may open it. */
function LinkedPlace({ alarm, customer, active }: LinkedPlaceProps) {
  const { seesNetwork } = useReach();
  const { element, elementKind: kind } = alarm;
  const name = <MiddleEllipsis text={placeOfAlarm(alarm)} />;
  if (!seesNetwork || !isInventoryKind(kind)) return name;
  return (
    <Link
      className="tt-alarm-place"
      to="/inventory/$kind/$element"
      params={{ kind, element: String(element) }}
      search={{ customer }}
      tabIndex={active ? 0 : -1}
    >
      {name}
    </Link>
  );
}

interface Needs {
  readonly text: Translate<typeof en>;
  /** Customer whose alerts the names lead to; undefined: nowhere. */
  readonly linked: number | undefined;
}

const whatAndWhere = ({ text, linked }: Needs): readonly Column<AlarmRow>[] => [
  {
    id: 'severity',
    header: text('severity'),
    value: ({ severity }) => severities.indexOf(severity),
    cell: ({ severity }) => <SeverityBadge short status={severity} />,
    width: 60,
    fixed: true,
    card: { line: 0 },
  },
  {
    id: 'alarm',
    header: text('alarm'),
    value: ({ name }) => name,
    cell: ({ id, name }, { active }) =>
      linked === undefined ? (
        <span className="tt-ellipsis" title={name}>
          {name}
        </span>
      ) : (
        <Link
          className="tt-ellipsis"
          title={name}
          to="/alert"
          search={{ customer: linked, open: id }}
          tabIndex={active ? 0 : -1}
        >
          {name}
        </Link>
      ),
    width: 72,
    grow: 2,
    fixed: true,
    card: { line: 1 },
  },
  {
    id: 'place',
    header: text('place'),
    value: placeOfAlarm,
    cell: (alarm, { active }) =>
      linked === undefined ? (
        <MiddleEllipsis text={placeOfAlarm(alarm)} />
      ) : (
        <LinkedPlace alarm={alarm} customer={linked} active={active} />
      ),
    width: 80,
    grow: 3,
    fixed: true,
    card: { line: 2 },
  },
];

/** Severity, what, where, since when, and the value, for which a narrow dashlet has no room. */
export const listedAlarmColumns = (needs: Needs): readonly Column<AlarmRow>[] => [
  ...whatAndWhere(needs),
  {
    id: 'since',
    header: needs.text('since'),
    value: ({ since }) => -since,
    cell: ({ since }) => <Time as="age" at={since * SECOND_MS} />,
    width: 64,
    align: 'right',
    card: { line: 1, end: true },
  },
  {
    id: 'value',
    header: needs.text('value'),
    value: newestValue,
    cell: (alarm) => <Value alarm={alarm} />,
    width: 64,
    align: 'right',
    yields: 1,
    card: { line: 2, end: true },
  },
];
