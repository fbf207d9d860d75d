import type { BilledDay } from '#schemas/billing/routes.ts';
import {
  billingServices,
  totalOf,
  type BillingService,
  type ContractedUnits,
  type Units,
} from '#schemas/billing/service.ts';
import { msOf } from '#web/lib/clock.ts';
import { formatNumber } from '#web/lib/format.ts';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { en } from './texts/en.ts';

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  /** Units that the license covers; null: default billing. */
  readonly contract?: ContractedUnits | null;
}

interface CoveredUnits extends Options {
  readonly units: number;
  readonly contracted: number;
}

/** Units outside the contract, in words and colour. */
function Covered({ units, contracted, text, language }: CoveredUnits) {
  const numbers = { units: formatNumber(units, language), contracted: formatNumber(contracted, language) };
  if (units <= contracted) return text('ofContract', numbers);
  return (
    <span title={text('exceeded', numbers)}>
      <Tag tone="warning">{text('ofContract', numbers)}</Tag>
    </span>
  );
}

function serviceColumn<Row extends { readonly units: Units }>(
  service: BillingService,
  options: Options,
): Column<Row> {
  const { text, language, contract } = options;
  const count = countColumn<Row>(service, text(service), {
    countOf: ({ units }) => units[service],
    language,
  });
  const contracted = contract?.[service];
  if (contracted === undefined) return count;
  return {
    ...count,
    width: 150,
    cell: ({ units }) => <Covered {...options} units={units[service]} contracted={contracted} />,
  };
}

const totalColumn = <Row extends { readonly units: Units }>({ text, language }: Options): Column<Row> =>
  countColumn<Row>('total', text('total'), { countOf: ({ units }) => totalOf(units), language });

/** Those of most bills; the others are in the details of the day. */
const cards: Readonly<Partial<Record<BillingService, Pick<Column<unknown>, 'card'>>>> = {
  device: { card: { line: 2, named: true } },
  exporter: { card: { line: 2, end: true, named: true, wraps: true } },
  edge: { card: { line: 3, named: true } },
  application: { card: { line: 3, end: true, named: true, wraps: true } },
};

const serviceColumns = <Row extends { readonly units: Units }>(options: Options): readonly Column<Row>[] =>
  billingServices.map((service) => ({ ...serviceColumn<Row>(service, options), ...cards[service] }));

export const dayColumns = (options: Options): readonly Column<BilledDay>[] => {
  const { text, language } = options;
  return [
    {
      id: 'date',
      header: text('date'),
      value: ({ day }) => day,
      cell: ({ day }) => formatDayOfUtc(day, language),
      width: 130,
      grow: 1,
      fixed: true,
      card: { line: 1 },
    },
    ...serviceColumns<BilledDay>(options),
    { ...totalColumn<BilledDay>(options), card: { line: 1, end: true, named: true } },
    {
      id: 'counted',
      header: text('countedAt'),
      value: ({ countedAt }) => countedAt,
      cell: ({ countedAt }) => <Time at={msOf(countedAt)} />,
      width: 130,
      yields: 1,
    },
  ];
};

const exported = ['clientId', 'customer', ...billingServices, 'total'] as const;

/** What a column of the export is called. */
export function unitHeading(column: string, text: Translate<typeof en>): string {
  if (column === 'day') return text('date');
  const known = exported.find((name) => name === column);
  return known === undefined ? column : text(known);
}
