import { useMemo, useState } from 'react';
import { Link } from '@tanstack/react-router';
import { MAX_MARKED_SECONDS, type ElementMarks } from '#schemas/alerting/element-mark-routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { useLanguage, type Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { ElementLink } from '#web/kernel/element/ElementLink.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { DialogTable } from '#web/ui/table/DialogTable.tsx';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column, TableSorting } from '#web/ui/table/table-column.ts';
import { MiddleEllipsis } from '#web/ui/text/MiddleEllipsis.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { ChosenContext } from '../../dashboard/view/use-document-context.ts';
import type { Subject } from './subject.ts';
import { useElementTexts, type en } from './texts/en.ts';
import { useElementMarks } from './use-element-marks.ts';
import { SECOND_MS } from '#schemas/time/duration.ts';

type Run = ElementMarks['alarms'][number];

const ranks = ['critical', 'major', 'minor'];
const idOf = ({ alarm, element, from }: Run): string => `${String(alarm)}:${String(element)}:${String(from)}`;
const nameOf = ({ name, elementName }: Run): string => `${name}, ${elementName}`;

interface EventColumnOptions {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly customer: number;
  /** End of the period, seconds since 1970. */
  readonly end: number;
}

function eventColumns({ text, language, customer, end }: EventColumnOptions): readonly Column<Run>[] {
  const lasted = ({ from, until }: Run): number => (until ?? end) - from;
  return [
    {
      id: 'severity',
      header: text('severity'),
      value: ({ severity }) => ranks.indexOf(severity),
      cell: ({ severity }) => <SeverityBadge short status={severity} />,
      width: 84,
      card: { line: 1, end: true },
    },
    {
      id: 'since',
      header: text('since'),
      value: ({ from }) => from,
      cell: ({ from }) => <Time as="time" at={from * SECOND_MS} />,
      width: 130,
      untruncated: true,
      card: { line: 3 },
    },
    {
      id: 'lasted',
      header: text('lasted'),
      value: lasted,
      cell: (run) =>
        run.until === null
          ? text('stillRuns', { age: formatAge(lasted(run) * SECOND_MS, language) })
          : formatAge(lasted(run) * SECOND_MS, language),
      width: 110,
      untruncated: true,
      card: { line: 3, end: true },
    },
    {
      ...textColumn<Run>('alarm', text('alarm'), ({ name }) => name),
      card: { line: 1 },
      grow: 2,
      cell: ({ alarm, element, name }, { active }) => (
        <Link
          className="tt-ellipsis"
          to="/alert"
          search={{ customer, open: `${String(alarm)}:${String(element)}` }}
          tabIndex={active ? 0 : -1}
        >
          {name}
        </Link>
      ),
    },
    {
      ...textColumn<Run>('element', text('element'), ({ elementName }) => elementName),
      cell: ({ element, elementKind, elementName }, { active }) => {
        const name = <MiddleEllipsis text={elementName} />;
        return elementKind === undefined ? (
          name
        ) : (
          <ElementLink kind={elementKind} id={element} customer={customer} active={active}>
            {name}
          </ElementLink>
        );
      },
      card: { line: 2 },
      grow: 3,
    },
  ];
}

/** The alarms of the period of the page, newest first, with how long each ran. */
export function ElementEvents({
  subject,
  chosen,
}: {
  readonly subject: Subject;
  readonly chosen: ChosenContext;
}) {
  const text = useElementTexts();
  const language = useLanguage();
  const density = useDensity();
  const { from, to } = chosen.context.period;
  const period = { from: Math.max(from, to - MAX_MARKED_SECONDS), to };
  const query = useElementMarks(subject, period);
  const [sorting, setSorting] = useState<TableSorting | undefined>({ id: 'since', desc: true });
  const columns = useMemo(
    () => eventColumns({ text, language, customer: subject.customer, end: to }),
    [text, language, subject.customer, to],
  );
  const rows = query.data?.alarms ?? [];
  const state =
    query.data !== undefined && rows.length === 0
      ? ({ is: 'empty', title: text('noEvents'), isGood: true } as const)
      : panelStateOf(query, language, 'ALERT.read');
  return (
    <section className="tt-element-part" aria-label={text('events')}>
      <h2>{text('events')}</h2>
      {query.data?.isCut === true && <p className="tt-muted">{text('eventsCut', { count: rows.length })}</p>}
      <Panel nested label={text('events')} state={state}>
        <DialogTable rows={rows.length}>
          <DataTable
            name="element-events"
            label={text('events')}
            rows={rows}
            columns={columns}
            rowId={idOf}
            rowName={nameOf}
            density={density}
            sorting={sorting}
            onSort={setSorting}
          />
        </DialogTable>
      </Panel>
    </section>
  );
}
