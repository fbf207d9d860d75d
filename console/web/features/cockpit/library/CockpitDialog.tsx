import { useEffect, useRef, useState, type RefObject } from 'react';
import { useMutation } from '@tanstack/react-query';
import type { Cockpit, CockpitDraft } from '#schemas/cockpit/cockpit.ts';
import { cockpitFaults } from '#schemas/cockpit/rules.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { TaskCockpit } from './cockpit-task.ts';
import { LeaveQuestion } from '../LeaveQuestion.tsx';
import { cockpitFaultText } from '../cockpit-fault-text.ts';
import { rejectedFields } from '../rejected-fields.ts';
import { useCockpitTexts } from '../use-cockpit-texts.ts';

export type EditTask =
  | { readonly is: 'new' }
  | { readonly is: 'rename' | 'duplicate'; readonly cockpit: TaskCockpit };

interface Props {
  readonly task: EditTask;
  readonly send: (draft: CockpitDraft) => Promise<Cockpit>;
  readonly onSaved: (cockpit: Cockpit) => void;
  readonly onClose: () => void;
}

const nothing: CockpitDraft = { name: '', description: '' };

function useTitles(task: EditTask) {
  const text = useCockpitTexts();
  if (task.is === 'new') return { title: text('newTitle'), begin: nothing };
  const { name, description } = task.cockpit;
  if (task.is === 'rename') return { title: text('renameTitle', { name }), begin: { name, description } };
  return { title: text('duplicateTitle', { name }), begin: { name: text('copyOf', { name }), description } };
}

const fields = ['name', 'description'] as const;
type Places = Readonly<Record<keyof CockpitDraft, RefObject<HTMLInputElement | null>>>;

/** What is written, what stands against it, and its saving; the field of a refusal is gone to. */
function useCockpitForm(
  { task, send, onSaved }: Omit<Props, 'onClose'>,
  begin: CockpitDraft,
  places: Places,
) {
  const language = useLanguage();
  const [draft, setDraft] = useState(begin);
  const [attempted, setAttempted] = useState(false);
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: send,
    onSuccess: onSaved,
    onError: (problem) => places[rejectedFields(problem, fields)[0]?.field ?? 'name'].current?.focus(),
  });
  const faults = cockpitFaults(draft, task.is === 'rename' ? task.cockpit.alarms.total : 0);
  const refused = rejectedFields(error, fields);
  return {
    draft,
    isPending,
    /** Of the server, where it is at no field. */
    problem: refused.length === 0 ? error : null,
    dirty: draft.name !== begin.name || draft.description !== begin.description,
    change: (part: Partial<CockpitDraft>) => {
      reset();
      setDraft({ ...draft, ...part });
    },
    faultOf: (field: keyof CockpitDraft): string | undefined => {
      const fault = [...(attempted ? faults : []), ...refused].find((one) => one.field === field);
      return fault && cockpitFaultText(fault, language);
    },
    submit: () => {
      setAttempted(true);
      const [first] = faults;
      if (first === undefined) mutate(draft);
      else places[first.field].current?.focus();
    },
  };
}

/** Name and description of a cockpit. Closing asks first when something was written. */
export function CockpitDialog({ onClose, ...props }: Props) {
  const text = useCockpitTexts();
  const language = useLanguage();
  const { title, begin } = useTitles(props.task);
  const [leaving, setLeaving] = useState(false);
  const name = useRef<HTMLInputElement>(null);
  const description = useRef<HTMLInputElement>(null);
  const { draft, change, faultOf, ...form } = useCockpitForm(props, begin, { name, description });
  useEffect(() => name.current?.select(), []);
  const isCopy = props.task.is === 'duplicate';
  const close = () => (form.dirty ? setLeaving(true) : onClose());
  return (
    <Dialog open title={title} onClose={close}>
      <Form
        label={title}
        onSubmit={form.submit}
        actions={
          <>
            <Button onClick={close}>{text('cancel')}</Button>
            <Button kind="primary" type="submit" busy={form.isPending}>
              {text(isCopy ? 'duplicate' : 'save')}
            </Button>
          </>
        }
      >
        {form.problem !== null && <Banner tone="bad">{sentenceOf(form.problem, language)}</Banner>}
        <TextField
          {...{
            ref: name,
            first: true,
            required: true,
            label: text('name'),
            value: draft.name,
            error: faultOf('name'),
          }}
          onChange={(next) => change({ name: next })}
        />
        {isCopy ? (
          <p className="tt-muted">{text('duplicateHint')}</p>
        ) : (
          <TextField
            ref={description}
            label={text('description')}
            value={draft.description}
            error={faultOf('description')}
            onChange={(next) => change({ description: next })}
          />
        )}
      </Form>
      {leaving && <LeaveQuestion onStay={() => setLeaving(false)} onLeave={onClose} />}
    </Dialog>
  );
}
