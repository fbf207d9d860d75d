import type { AuditEvent } from '#schemas/audit/event.ts';
import type { Language } from '#web/lib/text.ts';
import { textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { actionText, actorText, objectText } from './audit-text.ts';
import type { AuditText } from './texts/en.ts';

const fact = (id: string, header: string, textOf: (event: AuditEvent) => string): Column<AuditEvent> => ({
  ...textColumn(id, header, textOf),
  width: 120,
  sortable: false,
});

export const auditColumns = (text: AuditText, language: Language): readonly Column<AuditEvent>[] => [
  {
    id: 'at',
    header: text('time'),
    value: ({ at }) => at,
    cell: ({ at }) => <Time as="time" at={at} />,
    sortable: false,
    width: 130,
    fixed: true,
  },
  fact('actor', text('who'), (event) => actorText(event, text)),
  fact('address', text('address'), ({ address }) => address),
  { ...fact('action', text('what'), (event) => actionText(event, { text, language })), width: 200, grow: 2 },
  fact('subject', text('object'), (event) => objectText(event, { text, language })),
  {
    id: 'outcome',
    header: text('outcome'),
    value: ({ kind }) => kind,
    sortable: false,
    cell: ({ kind }) =>
      kind === 'rejection' ? (
        <Tag tone="bad">{text('outcome-rejected')}</Tag>
      ) : (
        <Tag tone="good">{text('outcome-done')}</Tag>
      ),
    width: 110,
  },
];
