import { AGENT_DAYS } from '#schemas/settings/agent/routes.ts';
import { expiryOf, midnightOf } from '#schemas/settings/agent/agent.ts';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { resourceActionsColumn, rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import { formatDayOfUtc } from '#web/lib/zoned/format-utc.ts';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import type { ShownAgent } from './agent-draft.ts';
import type { en } from './texts/en.ts';

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly disabledReason: string | undefined;
  readonly onEdit: (agent: ShownAgent) => void;
  readonly onRemove: (agent: ShownAgent) => void;
}

export const agentName = ({ agentId }: ShownAgent): string => agentId;

function LastSeen({ received, text }: Pick<ShownAgent, 'received'> & Pick<Options, 'text'>) {
  if (received === undefined) return '–';
  const { lastSeen } = received;
  return lastSeen === null ? text('never', { days: AGENT_DAYS }) : <Time as="age" at={lastSeen} />;
}

const actionsColumn = ({ resource, disabledReason, onEdit, onRemove }: Omit<Options, 'text' | 'language'>) =>
  resourceActionsColumn<ShownAgent>({
    resource,
    disabledReasonOf: () => disabledReason,
    actions: (agent) => [
      rowItems(resource).edit(() => onEdit(agent)),
      ...rowItems(resource).remove(() => onRemove(agent)),
    ],
  });

/** The columns of the agents. */
export const agentColumns = ({ text, language, ...options }: Options): readonly Column<ShownAgent>[] => [
  {
    ...textColumn<ShownAgent>('agentId', text('agentId'), agentName),
    width: 160,
    fixed: true,
    card: { line: 1 },
  },
  {
    ...textColumn<ShownAgent>('customer', text('customer'), ({ customerName }) => customerName),
    width: 150,
    grow: 1,
    card: { line: 2 },
  },
  {
    ...textColumn<ShownAgent>('marker', text('networkMarker'), ({ networkMarker }) => networkMarker),
    width: 130,
  },
  {
    ...textColumn<ShownAgent>('site', text('site'), ({ site }) => site ?? text('noSite')),
    width: 130,
    yields: 3,
  },
  { ...textColumn<ShownAgent>('index', text('index'), ({ index }) => index), width: 80, yields: 4 },
  {
    ...textColumn<ShownAgent>('source', text('source'), ({ source }) => source),
    width: 140,
    card: { line: 2, end: true },
  },
  {
    id: 'expires',
    header: text('expires'),
    width: 150,
    card: { line: 1, end: true },
    value: ({ expires }) => Number(midnightOf(expires)),
    cell: ({ expires, expired }) => (
      <>
        {formatDayOfUtc(expiryOf(expires).toISOString(), language)}{' '}
        {expired && <Tag tone="warning">{text('expired')}</Tag>}
      </>
    ),
  },
  {
    id: 'lastSeen',
    header: text('lastSeen'),
    width: 130,
    yields: 2,
    value: ({ received }) => received?.lastSeen ?? 0,
    cell: ({ received }) => <LastSeen received={received} text={text} />,
  },
  {
    ...countColumn<ShownAgent>('records', text('records', { days: AGENT_DAYS }), {
      countOf: ({ received }) => received?.records ?? 0,
      language,
    }),
    width: 130,
    yields: 5,
  },
  actionsColumn(options),
];
