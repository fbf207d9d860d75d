import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { IconPlus, IconUpload, IconUserPlus } from '@tabler/icons-react';
import type { DocumentSummary } from '#schemas/dashboard/entry.ts';
import { listHomeAssignments } from '#schemas/dashboard/home-routes.ts';
import { isInFolder } from '#schemas/dashboard/folder.ts';
import { inNameOrder } from '#schemas/order/name-order.ts';
import { useListPanel } from '#web/kernel/api/use-list-panel.ts';
import { useListSorting } from '#web/kernel/list/use-list-sorting.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useResourceTexts } from '#web/kernel/resource/texts/en.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { SearchField } from '#web/ui/field/SearchField.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { DataTable } from '#web/ui/table/DataTable.tsx';
import { useDensity } from '#web/ui/table/use-density.ts';
import { useHomeAssignmentTexts } from '../assignment/texts/en.ts';
import { documentsQuery } from '../document-queries.ts';
import { shownIn } from '../shown-document.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { ImportDocumentDialog } from '../file/ImportDocumentDialog.tsx';
import { TourInvitation } from '../tour/TourInvitation.tsx';
import { TourMark } from '../tour/TourMark.tsx';
import { DocumentFormDialog, type DocumentTask } from './DocumentFormDialog.tsx';
import { FolderChoice } from './folder/FolderChoice.tsx';
import { useFolderTexts } from './folder/texts/en.ts';
import { documentColumns } from './document-columns.tsx';
import { kindWords } from './kind-words.ts';
import { RecentDocuments } from './RecentDocuments.tsx';
import { useDocumentActions } from './use-document-actions.tsx';
import { useFavourite } from './use-favourite.ts';
import { useHomeMark } from './use-home-items.tsx';

const documentId = ({ id }: DocumentSummary): string => String(id);
const documentName = ({ name }: DocumentSummary): string => name;

/** Title of the library by kind and space. */
function useTitle(): string {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const { ofCustomer, ofProvider } = kindWords[api.kind];
  return text(api.customerId === undefined ? ofProvider : ofCustomer);
}

function useLibraryPanel(onNew: () => void) {
  const { api, search, change } = useDocumentPlace();
  const text = useDashboardTexts();
  const folderText = useFolderTexts();
  const query = useQuery(documentsQuery(api));
  const folder = search.folder ?? '';
  const panel = useListPanel({
    query,
    rows: query.data,
    q: search.q,
    filters: [
      folder !== '' && {
        label: folderText('filter', { folder }),
        keeps: (document) => isInFolder(document.folder, folder),
        reset: { folder: undefined },
      },
    ],
    textsOf: ({ name, nameFr = '', folder: path, description, descriptionFr = '' }) => [
      `${name} ${nameFr} ${path} ${description} ${descriptionFr}`,
    ],
    change: (part) => change(part, true),
    empty: {
      title: text(kindWords[api.kind].none),
      hint: text('noneHint'),
      add: { disabledReason: useDisabledReason(api.writing), run: onNew },
    },
  });
  const language = useLanguage();
  const inLanguage = (documents: readonly DocumentSummary[]): readonly DocumentSummary[] =>
    inNameOrder(
      documents.map((document) => shownIn(document, language)),
      documentName,
    );
  return { ...panel, shown: inLanguage(panel.shown), documents: query.data && inLanguage(query.data) };
}

/** To the home pages of roles, profiles and customers. */
function AssignmentLink() {
  const text = useHomeAssignmentTexts();
  const navigate = useNavigate();
  return (
    <Button
      icon={<IconUserPlus size={15} />}
      disabledReason={useDisabledReason(listHomeAssignments)}
      onClick={() => void navigate({ to: '/mt/home/assignment', search: {} })}
    >
      {text('open')}
    </Button>
  );
}

function LibraryActions({ onTask }: { readonly onTask: (task: DocumentTask) => void }) {
  const { api } = useDocumentPlace();
  const text = useDashboardTexts();
  const disabledReason = useDisabledReason(api.writing);
  const isHomeTemplates = api.kind === 'home' && api.customerId === undefined;
  return (
    <>
      {isHomeTemplates && <AssignmentLink />}
      <Button
        icon={<IconUpload size={15} />}
        disabledReason={disabledReason}
        onClick={() => onTask({ is: 'import' })}
      >
        {text('importFile')}
      </Button>
      <TourMark step="new">
        <Button
          kind="primary"
          icon={<IconPlus size={15} />}
          disabledReason={disabledReason}
          onClick={() => onTask({ is: 'new' })}
        >
          {text('add')}
        </Button>
      </TourMark>
    </>
  );
}

interface TaskProps {
  readonly task: DocumentTask | undefined;
  readonly documents: readonly DocumentSummary[] | undefined;
  readonly onClose: () => void;
}

function TaskDialog({ task, documents, onClose }: TaskProps) {
  const { change } = useDocumentPlace();
  if (task === undefined) return null;
  if (task.is !== 'import') return <DocumentFormDialog task={task} documents={documents} onClose={onClose} />;
  return (
    <ImportDocumentDialog
      replaced={task.replaced}
      onImported={({ id }) => {
        onClose();
        change({ open: id });
      }}
      onClose={onClose}
    />
  );
}

/** Whether the tour is offered: to those who may create dashboards, where the customer has none of its own. */
function useInvitation(documents: readonly DocumentSummary[], { is }: PanelState): boolean {
  const { api, search } = useDocumentPlace();
  const mayCreate = useDisabledReason(api.writing) === undefined;
  const isForDashboards = api.kind === 'dashboard' && api.customerId !== undefined && !search.tour;
  const isKnown = is === 'ready' || is === 'empty';
  return isForDashboards && mayCreate && isKnown && documents.every(({ edit }) => edit !== 'here');
}

/** The dashboards, home pages or reports of a customer or of the multi-client space. */
export function DocumentLibrary() {
  const { api, search, change, rows } = useDocumentPlace();
  const text = useDashboardTexts();
  const resource = useResourceTexts();
  const title = useTitle();
  const [task, setTask] = useState<DocumentTask>();
  const openNew = (): void => setTask({ is: 'new' });
  const { shown, state, documents } = useLibraryPanel(openNew);
  const listed = documents ?? [];
  const { itemsOf, dialogs } = useDocumentActions(setTask);
  const favourite = useFavourite();
  const columns = documentColumns({
    text,
    resource,
    isProvider: api.customerId === undefined,
    hasPages: api.kind === 'report',
    actions: (document) => [...(rows?.itemsOf(document) ?? []), ...itemsOf(document)],
    markOf: useHomeMark(),
    onFavourite: ({ id, favourite: isFavourite }) => favourite(id, !isFavourite),
  });
  const invites = useInvitation(listed, state);
  const add = (
    <>
      {rows?.status}
      <LibraryActions onTask={setTask} />
    </>
  );
  return (
    <div className="tt-page">
      <PageHeader title={title} actions={add} />
      <Toolbar label={text('find')}>
        <SearchField label={text('find')} value={search.q} onChange={(q) => change({ q }, true)} />
        <FolderChoice documents={listed} />
        <RecentDocuments documents={listed} />
      </Toolbar>
      {invites && <TourInvitation />}
      <Panel label={title} state={state}>
        <DataTable
          name={`documents-${api.kind}`}
          label={title}
          rows={shown}
          columns={columns}
          rowId={documentId}
          rowName={documentName}
          density={useDensity()}
          {...useListSorting({ search, change: (part) => change(part, true) })}
          onOpen={({ id }) => change({ open: id })}
        />
      </Panel>
      {dialogs}
      <TaskDialog task={task} documents={documents} onClose={() => setTask(undefined)} />
    </div>
  );
}
