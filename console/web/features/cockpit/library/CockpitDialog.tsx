import { useRef } from 'react';
import { CockpitDraft, type Cockpit } from '#schemas/cockpit/cockpit.ts';
import { cockpitFaults } from '#schemas/cockpit/rules.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useBuiltInHint, useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useForm } from '#web/kernel/form/use-form.ts';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { TaskCockpit } from './cockpit-task.ts';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import { libraryTouches } from '../cockpit-queries.ts';
import { useCockpitTexts } from '../texts/en.ts';

export type EditTask =
  | { readonly is: 'new' }
  | { readonly is: 'rename' | 'duplicate'; readonly cockpit: TaskCockpit };

interface Props {
  readonly task: EditTask;
  readonly store: (draft: CockpitDraft) => Promise<Cockpit>;
  /** The toast after it is stored. */
  readonly done: (draft: CockpitDraft) => string;
  readonly onSaved: (cockpit: Cockpit) => void;
  readonly onClose: () => void;
}

const newCockpit: CockpitDraft = { name: '', description: '' };
const fieldByCode = { NAME_TAKEN: 'name', COCKPIT_UNNAMED: 'name' } as const;

function useStart(task: EditTask): { readonly title: string; readonly initial: CockpitDraft } {
  const text = useCockpitTexts();
  const nameOf = useBuiltInName('cockpit');
  if (task.is === 'new') return { title: text('newTitle'), initial: newCockpit };
  const { description } = task.cockpit;
  const name = nameOf(task.cockpit.name);
  if (task.is === 'rename')
    return { title: text('renameTitle', { name }), initial: { name: task.cockpit.name, description } };
  return {
    title: text('duplicateTitle', { name }),
    initial: { name: text('copyOf', { name }), description },
  };
}

const focusName = (): void => document.getElementById('name')?.focus();
const selectOnMount = (input: HTMLInputElement | null): void => input?.select();

function useCockpitForm({ task, store, done, onSaved, onClose }: Props, initial: CockpitDraft) {
  const saved = useRef<Cockpit>(undefined);
  const alarmCount = task.is === 'rename' ? task.cockpit.alarms.total : 0;
  const form = useForm<CockpitDraft>({
    initial,
    contract: CockpitDraft,
    check: (draft, language) =>
      cockpitFaults(draft, alarmCount).map((fault) => ({
        path: fault.field,
        message: cockpitFaultText(fault, language),
      })),
    fieldByCode,
    async store(draft) {
      try {
        saved.current = await store(draft);
      } catch (problem) {
        focusName();
        throw problem;
      }
    },
    done,
    touches: libraryTouches,
    onSaved: () => saved.current !== undefined && onSaved(saved.current),
    onClosed: onClose,
  });
  return { ...form, save: () => (form.check() ? form.save() : focusName()) };
}

/** Name and description of a cockpit. */
export function CockpitDialog(props: Props) {
  const text = useCockpitTexts();
  const { title, initial } = useStart(props.task);
  const form = useCockpitForm(props, initial);
  const hint = useBuiltInHint('cockpit')(form.draft.name);
  const isCopy = props.task.is === 'duplicate';
  return (
    <FormDialog title={title} form={form} action={text(isCopy ? 'duplicate' : 'save')} width={480}>
      <TextField
        ref={selectOnMount}
        required
        {...entryOf(form, 'name')}
        label={text('name')}
        description={hint}
      />
      {isCopy ? (
        <p className="tt-muted">{text('duplicateHint')}</p>
      ) : (
        <TextField {...entryOf(form, 'description')} label={text('description')} />
      )}
    </FormDialog>
  );
}
