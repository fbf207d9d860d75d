import type { AuditEvent } from '#schemas/audit/event.ts';
import { formatDateTime } from '#web/lib/format.ts';
import type { Language } from '#web/lib/text.ts';
import type { Column } from '#web/ui/table-column.ts';
import { Tag } from '#web/ui/Tag.tsx';
import { actionText } from './action-text.ts';
import type { AuditText } from './audit-text.ts';
import { objectText } from './object-text.ts';
import { actorText } from './who-text.ts';

const plain = (id: string, header: string, of: (event: AuditEvent) => string) => ({
  id,
  header,
  value: of,
  cell: (event: AuditEvent) => <span className="tt-ellipsis">{of(event)}</span>,
  width: 120,
  grow: 1,
  sortable: false,
});

/** Columns of the audit. */
export const auditColumns = (text: AuditText, language: Language): readonly Column<AuditEvent>[] => [
  {
    ...plain('at', text('time'), ({ at }) => formatDateTime(at, language)),
    width: 160,
    grow: 0,
    fixed: true,
  },
  plain('actor', text('who'), (event) => actorText(event, text)),
  plain('address', text('address'), ({ address }) => address),
  { ...plain('action', text('what'), (event) => actionText(event, text)), width: 200, grow: 2 },
  plain('subject', text('object'), (event) => objectText(event, text)),
  {
    id: 'outcome',
    header: text('outcome'),
    value: ({ kind }) => kind,
    sortable: false,
    cell: ({ kind }) =>
      kind === 'refusal' ? (
        <Tag tone="bad">{text('outcome-refused')}</Tag>
      ) : (
        <Tag tone="good">{text('outcome-done')}</Tag>
      ),
    width: 110,
  },
];
