import { useRef } from 'react';
import { z } from 'zod';
import { DocumentDraft, type DocumentEntry, type DocumentSummary } from '#schemas/dashboard/entry.ts';
import { foldersOf } from '#schemas/dashboard/folder.ts';
import { firstVisibility } from '#schemas/resource/access.ts';
import { PlacedVisibility } from '#schemas/resource/resource.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useAllowedVisibilities, VisibilityField } from '#web/kernel/resource/VisibilityField.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { SuggestField } from '#web/ui/field/SuggestField.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { DocumentApi } from '../document-api.ts';
import { useDocumentCache } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { kindWords } from './kind-words.ts';
import { useFolderTexts } from './folder/texts/en.ts';
import { TourMark } from '../tour/TourMark.tsx';
import { useDashboardTexts } from '../texts/en.ts';

/** The open dialog of the library. */
export type DocumentTask =
  | { readonly is: 'new' }
  | { readonly is: 'import'; readonly replaced?: DocumentSummary }
  | { readonly is: 'copy' | 'properties'; readonly document: DocumentSummary };

type FormTask = Exclude<DocumentTask, { readonly is: 'import' }>;

interface Props {
  readonly task: FormTask;
  /** Of the library: those of the provider are templates. Undefined while they are read. */
  readonly documents: readonly DocumentSummary[] | undefined;
  readonly onClose: () => void;
}

const FormContract = DocumentDraft.omit({ document: true }).extend({
  /** Id of a template; empty: starts empty. */
  start: z.string(),
  visibility: PlacedVisibility,
});
type DocumentForm = {
  readonly name: string;
  readonly description: string;
  readonly folder: string;
  readonly visibility: 'public' | 'private';
  readonly start: string;
};

const placed = (visibility: DocumentSummary['visibility']): 'public' | 'private' =>
  visibility === 'private' ? 'private' : 'public';

async function store(api: DocumentApi, task: FormTask, form: DocumentForm): Promise<DocumentEntry> {
  const { name, description, folder, visibility, start } = form;
  if (task.is === 'copy') return await api.duplicate(task.document.id, { name, folder, visibility });
  if (task.is === 'properties') {
    const stored = await api.read(task.document.id);
    // What was shown in the language of the reader, and was not changed, stays as it is written.
    const writtenOf = (part: 'name' | 'description'): string =>
      form[part] === task.document[part] ? stored[part] : form[part];
    const head = { name: writtenOf('name'), description: writtenOf('description'), folder, visibility };
    return await api.update(task.document, { ...head, document: stored.document });
  }
  if (start === '') return await api.create({ name, description, folder, visibility, document: api.empty });
  return await api.duplicate(Number(start), { name, folder, visibility });
}

/** As the server decides it where none is stated. */
function useFirstVisibility(): DocumentForm['visibility'] {
  const { kind, customerId } = useDocumentPlace().api;
  const allowed = useAllowedVisibilities({ kind, customerId: customerId ?? 0, owner: undefined });
  return firstVisibility(kind, () => customerId !== undefined && allowed.includes('private'));
}

function useStart(task: FormTask): DocumentForm {
  const text = useDashboardTexts();
  const { search } = useDocumentPlace();
  const first = useFirstVisibility();
  if (task.is === 'new')
    return {
      name: '',
      description: '',
      folder: search.folder ?? '',
      visibility: first,
      start: '',
    };
  const { name, description, folder, visibility } = task.document;
  const isCopy = task.is === 'copy';
  return {
    name: isCopy ? text('copyName', { name }) : name,
    description,
    folder,
    visibility: isCopy ? first : placed(visibility),
    start: '',
  };
}

function useDocumentForm({ task, onClose }: Props): FormOf<DocumentForm> {
  const text = useDashboardTexts();
  const { api, change } = useDocumentPlace();
  const cacheDocument = useDocumentCache(api);
  const saved = useRef<DocumentEntry>(undefined);
  return useForm<DocumentForm>({
    initial: useStart(task),
    contract: FormContract,
    fieldByCode: { NAME_TAKEN: 'name' },
    async store(form) {
      const entry = await store(api, task, form);
      saved.current = entry;
      cacheDocument(entry);
    },
    done: ({ name }) => text('saved', { name: saved.current?.name ?? name }),
    onSaved() {
      onClose();
      // A new one is opened: an empty one to be filled.
      const { current } = saved;
      if (current !== undefined && task.is !== 'properties')
        change({ open: current.id, edit: current.dashlets === 0 });
    },
    onClosed: onClose,
  });
}

const sentenceOf = (description: string): string => (description === '' ? '' : `${description}. `);

function StartField({ form, documents }: { readonly form: FormOf<DocumentForm> } & Pick<Props, 'documents'>) {
  const text = useDashboardTexts();
  const { api } = useDocumentPlace();
  const templates = (documents ?? []).filter(({ edit }) => api.customerId === undefined || edit !== 'here');
  const { start } = form.draft;
  const chosenOne = templates.find(({ id }) => String(id) === start);
  const startHint = text(documents === undefined ? 'startReading' : kindWords[api.kind].startEmptyHint);
  const hint =
    chosenOne === undefined ? startHint : `${sentenceOf(chosenOne.description)}${text('copyHint')}`;
  const options = [
    { value: '', label: text('startEmpty') },
    ...templates.map(({ id, name }) => ({ value: String(id), label: text('fromTemplate', { name }) })),
  ];
  return (
    <Select
      searchable
      label={text('startWith')}
      description={hint}
      options={options}
      value={start}
      onChange={(chosen) => {
        const template = templates.find(({ id }) => String(id) === chosen);
        form.change({ start: chosen, ...(template && form.draft.name === '' && { name: template.name }) });
      }}
    />
  );
}

function useDialogTitle(task: FormTask): string {
  const text = useDashboardTexts();
  const { api } = useDocumentPlace();
  if (task.is === 'new') return text(kindWords[api.kind].newTitle);
  const { name } = task.document;
  return task.is === 'copy' ? text('copyTitle', { name }) : text('propertiesTitle', { name });
}

/** Creates a document, empty or from a template, copies one, or changes its name, description, folder and visibility. */
export function DocumentFormDialog(props: Props) {
  const { task, documents } = props;
  const text = useDashboardTexts();
  const folderText = useFolderTexts();
  const { api } = useDocumentPlace();
  const form = useDocumentForm(props);
  const action = text(task.is === 'properties' ? 'save' : task.is === 'copy' ? 'copy' : 'create');
  return (
    <FormDialog
      title={useDialogTitle(task)}
      form={form}
      action={action}
      disabledReason={useDisabledReason(api.writing)}
      width={520}
    >
      {task.is === 'new' && <StartField form={form} documents={documents} />}
      <TourMark step="create">
        <TextField required first {...entryOf(form, 'name')} label={text('name')} />
      </TourMark>
      {task.is !== 'copy' && <TextField {...entryOf(form, 'description')} label={text('description')} />}
      <SuggestField
        {...entryOf(form, 'folder')}
        label={text('folder')}
        description={text('folderHint')}
        placeholder={folderText('top')}
        suggestions={foldersOf(documents ?? [])}
      />
      {api.customerId !== undefined && (
        <VisibilityField
          kind={api.kind}
          customerId={api.customerId}
          owner={task.is === 'properties' ? task.document.owner : undefined}
          value={form.draft.visibility}
          onChange={(visibility) => form.change({ visibility })}
        />
      )}
    </FormDialog>
  );
}
