import type { ListedOidcProvider } from '#schemas/settings/oidc/routes.ts';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { resourceActionsColumn, rowItems } from '#web/kernel/resource/resource-actions-column.tsx';
import type { Language } from '#web/lib/text.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { countColumn, textColumn } from '#web/ui/table/columns.tsx';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import type { en } from './texts/en.ts';

interface Options {
  readonly text: Translate<typeof en>;
  readonly language: Language;
  readonly resource: ReturnType<typeof useResourceTexts>;
  readonly disabledReason: string | undefined;
  readonly onEdit: (provider: ListedOidcProvider) => void;
  readonly onRemove: (provider: ListedOidcProvider) => void;
}

export const oidcName = ({ name }: ListedOidcProvider): string => name;

/** The columns of the OpenID Connect providers. */
export const oidcColumns = ({
  text,
  language,
  resource,
  disabledReason,
  onEdit,
  onRemove,
}: Options): readonly Column<ListedOidcProvider>[] => [
  {
    ...textColumn<ListedOidcProvider>('name', text('name'), oidcName),
    width: 180,
    fixed: true,
    card: { line: 1 },
  },
  {
    ...textColumn<ListedOidcProvider>('issuer', text('issuer'), ({ issuer }) => issuer),
    width: 220,
    grow: 1,
    card: { line: 2 },
  },
  { ...textColumn<ListedOidcProvider>('slug', text('slug'), ({ slug }) => slug), width: 120, yields: 2 },
  {
    id: 'state',
    header: text('state'),
    width: 110,
    card: { line: 1, end: true },
    value: ({ enabled }) => (enabled ? 1 : 0),
    cell: ({ enabled }) => (
      <Tag tone={enabled ? 'accent' : 'plain'}>{text(enabled ? 'state-on' : 'state-off')}</Tag>
    ),
  },
  {
    ...countColumn<ListedOidcProvider>('accounts', text('accounts'), {
      countOf: ({ accounts }) => accounts,
      language,
    }),
    width: 100,
    yields: 1,
  },
  resourceActionsColumn<ListedOidcProvider>({
    resource,
    disabledReasonOf: () => disabledReason,
    actions: (provider) => [
      rowItems(resource).edit(() => onEdit(provider)),
      ...rowItems(resource).remove(() => onRemove(provider)),
    ],
  }),
];
