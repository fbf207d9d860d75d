import { IconStar, IconStarFilled } from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { resourceActionsColumn } from '#web/kernel/resource/resource-actions-column.tsx';
import { modifiedColumn, ownerColumn, visibilityColumn } from '#web/kernel/resource/resource-columns.tsx';
import type { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { IconButton } from '#web/ui/button/IconButton.tsx';
import type { MenuItem } from '#web/ui/menu/menu-item.ts';
import type { Column } from '#web/ui/table/table-column.ts';
import { Tag } from '#web/ui/text/Tag.tsx';
import { ProvisionedTag } from '../provisioned/ProvisionedTag.tsx';
import type { en } from '../texts/en.ts';

interface LibraryOptions {
  readonly text: Translate<typeof en>;
  readonly resource: ReturnType<typeof useResourceTexts>;
  /** In the multi-client space, where sharing replaces the visibility. */
  readonly isProvider: boolean;
  /** Reports have pages. */
  readonly hasPages: boolean;
  readonly actions: (document: DocumentSummary) => readonly MenuItem[];
  /** Of the home page of the user. */
  readonly markOf: (document: DocumentSummary) => string | undefined;
  readonly onFavourite: (document: DocumentSummary) => void;
}

type LibraryColumn = Column<DocumentSummary>;

const pagesIn = (document: DocumentSummary): number => ('pages' in document ? Number(document.pages) : 0);

const nameColumns = ({ text, resource, markOf, onFavourite }: LibraryOptions): readonly LibraryColumn[] => [
  {
    id: 'favourite',
    header: text('favouriteColumn'),
    value: ({ favourite }) => (favourite ? 0 : 1),
    cell: (document) => (
      <IconButton
        small
        label={text(document.favourite ? 'notFavourite' : 'favourite', { name: document.name })}
        icon={document.favourite ? <IconStarFilled size={14} /> : <IconStar size={14} />}
        pressed={document.favourite}
        tabIndex={-1}
        onClick={() => onFavourite(document)}
      />
    ),
    width: 84,
    card: { line: 0 },
  },
  {
    id: 'name',
    header: text('name'),
    value: ({ name }) => name,
    cell(document) {
      const { name, status, provisioned, drifted } = document;
      const mark = markOf(document);
      return (
        <span className="tt-named">
          <span className="tt-ellipsis">{name}</span>
          {mark !== undefined && <Tag>{mark}</Tag>}
          <ProvisionedTag provisioned={provisioned} drifted={drifted} />
          {!status.active && <Tag tone="warning">{resource('inactive')}</Tag>}
        </span>
      );
    },
    width: 200,
    grow: 3,
    fixed: true,
    card: { line: 1 },
  },
  {
    id: 'folder',
    header: text('folder'),
    value: ({ folder }) => folder,
    cell: ({ folder }) => <span className="tt-ellipsis">{folder}</span>,
    width: 120,
    grow: 1,
    card: { line: 3 },
  },
  {
    id: 'description',
    header: text('description'),
    value: ({ description }) => description,
    cell: ({ description }) => <span className="tt-muted tt-ellipsis">{description}</span>,
    width: 220,
    grow: 4,
    sortable: false,
    // The actions on a row stay in view beside long names and folders.
    yields: 1,
    card: { line: 2 },
  },
];

const pagesColumn = (text: LibraryOptions['text']): LibraryColumn => ({
  id: 'pages',
  header: text('pages'),
  value: pagesIn,
  cell: pagesIn,
  width: 84,
  align: 'right',
  yields: 2,
});

const factColumns = ({ text, resource, isProvider, hasPages }: LibraryOptions): readonly LibraryColumn[] => [
  ...(hasPages ? [pagesColumn(text)] : []),
  {
    id: 'dashlets',
    header: text('dashlets'),
    value: ({ dashlets }) => dashlets,
    cell: ({ dashlets }) => dashlets,
    width: 84,
    align: 'right',
    yields: 2,
  },
  ownerColumn(resource),
  visibilityColumn(resource, isProvider),
  { ...modifiedColumn(resource), card: { line: 3, end: true } },
];

/** Columns of a library of documents. */
export const documentColumns = (options: LibraryOptions): readonly LibraryColumn[] => [
  ...nameColumns(options),
  ...factColumns(options),
  {
    ...resourceActionsColumn<DocumentSummary>({
      resource: options.resource,
      actions: options.actions,
      disabledReasonOf: () => undefined,
    }),
    card: { line: 1, end: true },
  },
];
