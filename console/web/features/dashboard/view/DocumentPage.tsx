import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { KpiDirectoryProvider } from '#web/kernel/kpi/kpi-directory.tsx';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { useQueryCache } from '#web/kernel/query/use-query-cache.ts';
import { OwnerConfirmation, otherOwner } from '#web/kernel/resource/OwnerConfirmation.tsx';
import { useSession } from '#web/kernel/session/session.ts';
import { panelStateOf, type QueryState } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { lazyPart } from '#web/ui/overlay/lazy-part.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { PanelSkeleton } from '#web/ui/panel/PanelSkeleton.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import type { DocumentApi } from '../document-api.ts';
import { documentQuery, documentsQuery } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { loadDashletViews } from '../dashlets/dashlet-views.ts';
import { prefetchDocument } from '../opening/prefetch-document.ts';
import { useAcceptedOwner } from '../opening/use-accepted-owner.ts';
import { useEditReason } from '../library/use-edit-reason.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { DocumentView } from './DocumentView.tsx';

const DocumentEditor = lazyPart(() => import('../edit/DocumentEditor.tsx'), 'DocumentEditor');

/** Adds the document to the recently opened ones. A failure, as on a read-only server, is ignored. */
function useRecordOpening(api: DocumentApi, id: number | undefined): void {
  const cache = useQueryCache();
  useEffect(() => {
    if (id === undefined) return;
    api
      .markOpened(id)
      .then(() => cache.refresh(documentsQuery(api).queryKey))
      .catch(() => undefined);
  }, [api, id, cache]);
}

/** The document, with the values that it shows first requested as soon as it is read; those of a draft are requested by the editor. */
function useOpenedDocument(id: number) {
  const { api, search } = useDocumentPlace();
  const session = useSession();
  const { kind, customerId } = api;
  return useQuery(
    documentQuery(api, id, (entry) => {
      loadDashletViews(entry.document.dashlets);
      if (customerId !== undefined && !search.edit)
        prefetchDocument({ of: { kind, customerId, id }, search }, entry, session);
    }),
  );
}

/** It was deleted, or is not shared with the user, or no longer. */
const isMissing = ({ error }: QueryState): boolean => error instanceof ApiProblem && error.status === 404;

/** A missing document is not a failure that trying again would end: the library has those that exist. */
function useDocumentState(query: QueryState): PanelState {
  const { api, change } = useDocumentPlace();
  const text = useDashboardTexts();
  const state = panelStateOf(query, useLanguage());
  if (!isMissing(query)) return state;
  return {
    is: 'empty',
    title: text(api.kind === 'home' ? 'missingHome' : 'missing'),
    hint: text('missingHint'),
    requestId: query.error instanceof ApiProblem ? query.error.requestId : undefined,
    add: {
      label: text('toLibrary'),
      run: () => change({ open: undefined, edit: false, dashlet: undefined }),
    },
  };
}

/**
 * On a page that was opened in the library, or edited: what had the focus was removed with the library or the buttons of the editor. The
 * next Tab starts in the page and not above it.
 */
function FocusInPage() {
  useEffect(() => {
    if (document.activeElement === document.body) document.getElementById('content')?.focus();
  }, []);
  return null;
}

/** Whether the user has confirmed to edit a document of another owner: an address leads to the editor past the button that requires it. */
function useOwnerChoice({ resource, owner }: DocumentEntry) {
  const { user } = useSession();
  const accepted = useAcceptedOwner();
  const [isAccepted, setIsAccepted] = useState(
    () => otherOwner({ owner }, user.id) === undefined || accepted.isAccepted(resource),
  );
  useEffect(() => accepted.forget, [accepted]);
  return { isAccepted, accept: () => setIsAccepted(true) };
}

/**
 * The editor, for those who may edit the document here: the address may be of a user with other rights. Rights that end later leave
 * the editor open with what was changed.
 */
function Edited({ entry, isDeleted }: { readonly entry: DocumentEntry; readonly isDeleted: boolean }) {
  const language = useLanguage();
  const { change } = useDocumentPlace();
  const reason = useEditReason()(entry);
  const [isAllowed] = useState(reason === undefined);
  const { isAccepted, accept } = useOwnerChoice(entry);
  const stop = (): void => change({ edit: false, dashlet: undefined }, true);
  const onOpen = useEffectEvent(() => isAllowed || stop());
  useEffect(() => void onOpen(), []);
  if (!isAllowed) return <DocumentView entry={entry} />;
  if (!isAccepted)
    return (
      <>
        <DocumentView entry={entry} />
        <OwnerConfirmation resource={{ ...entry, id: entry.resource }} onClose={stop} onContinue={accept} />
      </>
    );
  return (
    <Suspense
      fallback={
        <div className="tt-page">
          <PanelSkeleton kind="cards" />
        </div>
      }
    >
      <DocumentEditor
        key={`${String(entry.resource)} ${language}`}
        entry={entry}
        disabledReason={reason}
        isDeleted={isDeleted}
      />
    </Suspense>
  );
}

interface Props {
  readonly id: number;
  /** In the library, and not by an address. */
  readonly isOpenedHere: boolean;
}

function Shown({ id, isOpenedHere }: Props) {
  const text = useDashboardTexts();
  const { api, search } = useDocumentPlace();
  const query = useOpenedDocument(id);
  const state = useDocumentState(query);
  const entry = query.data;
  useRecordOpening(api, entry?.id);
  const isDeleted = isMissing(query);
  // What was read once stays readable, unless it is the reader's no longer. A draft stays on the screen.
  if (entry === undefined || (isDeleted && !search.edit))
    return (
      <div className="tt-page">
        <Panel label={text(api.kind === 'home' ? 'homes' : 'dashboards')} state={state} skeleton="cards">
          {null}
        </Panel>
      </div>
    );
  return (
    <>
      {isOpenedHere && <FocusInPage key={String(search.edit)} />}
      {search.edit ? <Edited entry={entry} isDeleted={isDeleted} /> : <DocumentView entry={entry} />}
    </>
  );
}

/** A dashboard or home page, shown or edited. The KPIs are read in parallel. */
export function DocumentPage(props: Props) {
  return (
    <KpiDirectoryProvider>
      <Shown {...props} />
    </KpiDirectoryProvider>
  );
}
