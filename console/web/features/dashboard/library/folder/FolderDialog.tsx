import { useRef } from 'react';
import { z } from 'zod';
import { FolderPath, folderName, folderPath, isInFolder, parentFolder } from '#schemas/dashboard/folder.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm, type FormOf } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useRefresh } from '#web/kernel/query/use-refresh.ts';
import { resourceTouches } from '#web/kernel/resource/resource-touches.ts';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useDocumentPlace } from '../../document-page.ts';
import { useDashboardTexts } from '../../texts/en.ts';
import { useFolderTexts } from './texts/en.ts';

export type FolderTask = 'rename' | 'move' | 'remove';

interface Props {
  readonly task: FolderTask;
  readonly folder: string;
  /** Every folder of the library. */
  readonly folders: readonly string[];
  /** Documents in the folder that the user may change. */
  readonly movable: number;
  /** Those that the user may not change. */
  readonly retained: number;
  readonly onClose: () => void;
}

/** The name, or the folder that takes the folder or its documents. */
type FolderForm = { readonly to: string };

/** What the folder becomes. */
function targetOf({ task, folder }: Pick<Props, 'task' | 'folder'>, to: string): string {
  if (task === 'rename') return folderPath(`${parentFolder(folder)}/${to}`);
  return task === 'move' ? folderPath(`${to}/${folderName(folder)}`) : to;
}

const initialOf = ({ task, folder }: Pick<Props, 'task' | 'folder'>): string =>
  task === 'rename' ? folderName(folder) : task === 'move' ? parentFolder(folder) : '';

function useFolderForm(props: Props): FormOf<FolderForm> {
  const { task, folder, onClose } = props;
  const text = useFolderTexts();
  const { api, change } = useDocumentPlace();
  const refresh = useRefresh(...resourceTouches(api.kind));
  /** The folder that the library shows afterwards. */
  const shown = useRef(folder);
  const report = (
    { moved, retained }: { readonly moved: number; readonly retained: number },
    to: string,
  ): void => {
    const movedText =
      to === '' ? text('movedTop', { count: moved }) : text('moved', { count: moved, folder: to });
    const stayText = text('stay', { count: retained, folder });
    showToast({
      text: retained === 0 ? movedText : text('movedPartly', { moved: movedText, retained: stayText }),
    });
  };
  return useForm<FolderForm>({
    initial: { to: initialOf(props) },
    contract: z.object({ to: task === 'rename' ? FolderPath.min(1, 'REQUIRED') : FolderPath }),
    async store({ to: chosen }) {
      const to = targetOf(props, chosen);
      shown.current = to;
      if (to === folder) return;
      try {
        report(await api.moveFolder(folder, to), to);
      } catch (problem) {
        // Another user was faster: the library shows where its documents are.
        if (!(problem instanceof ApiProblem) || problem.code !== 'NOT_FOUND') throw problem;
        showToast({ text: text('deleted', { folder }), tone: 'bad' });
        shown.current = '';
      } finally {
        await refresh();
      }
    },
    onSaved() {
      onClose();
      change({ folder: shown.current === '' ? undefined : shown.current }, true);
    },
    onClosed: onClose,
  });
}

function FolderTarget({ form, task, folder, folders }: Props & { readonly form: FormOf<FolderForm> }) {
  const text = useFolderTexts();
  const dashboard = useDashboardTexts();
  if (task === 'rename')
    return (
      <TextField
        required
        first
        {...entryOf(form, 'to')}
        label={text('name')}
        description={dashboard('folderHint')}
      />
    );
  const offered = folders.filter((each) => !isInFolder(each, folder));
  return (
    <Select
      first
      id="to"
      searchable
      label={text(task === 'move' ? 'into' : 'documentsTo')}
      options={[{ value: '', label: text('top') }, ...offered.map((each) => ({ value: each, label: each }))]}
      value={form.draft.to}
      error={form.errorOf('to')}
      onChange={(to) => form.change({ to })}
    />
  );
}

/** Renames, moves or deletes a folder of the library: the documents in it that the user may change move. */
export function FolderDialog(props: Props) {
  const { task, folder, folders, movable, retained } = props;
  const text = useFolderTexts();
  const { api } = useDocumentPlace();
  const form = useFolderForm(props);
  const target = targetOf(props, folderPath(form.draft.to));
  const joins = task !== 'remove' && target !== folder && folders.includes(target);
  return (
    <FormDialog
      title={text(`${task}Title`, { folder })}
      form={form}
      action={text(`${task}Action`)}
      disabledReason={useDisabledReason(api.writing)}
      width={460}
    >
      <p>{text(task === 'remove' ? 'contentStays' : 'content', { count: movable })}</p>
      {retained > 0 && <p>{text('stay', { count: retained, folder })}</p>}
      <FolderTarget {...props} form={form} />
      {joins && <p>{text('joins', { folder: target })}</p>}
    </FormDialog>
  );
}
