import { useState } from 'react';
import { z } from 'zod';
import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import { MAX_REASON_LENGTH } from '#schemas/silence/silence.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import type { FormError } from '#web/ui/field/Form.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { MaintenanceField } from './MaintenanceField.tsx';
import { MatchedAlarms } from './MatchedAlarms.tsx';
import { MatchFields } from './MatchFields.tsx';
import { ScopeChoice, type SilencedAlarm } from './ScopeChoice.tsx';
import { readForm, type ReadForm, type SilenceField, type SilenceForm } from './silence-form.ts';
import { OccurrenceTime } from './SilenceTimes.tsx';
import type { SilenceNames } from './silence-text.ts';
import { TimeFields } from './TimeFields.tsx';
import { saveSilence, silenceTouches } from './silence-queries.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly initial: SilenceForm;
  /** The edited silence; undefined for a new one. */
  readonly edited: SilenceEntry | undefined;
  /** The alarm that the form was opened from. */
  readonly alarm: SilencedAlarm | undefined;
  readonly names: SilenceNames;
  readonly onClose: () => void;
}

const PREVIEW_COUNT = 3;

/** The next occurrences of a valid draft. */
function Preview({ read }: { readonly read: ReadForm }) {
  const text = useSilenceTexts();
  if (!read.ok) return null;
  const next = occurrencesFrom(read.draft, now()).take(PREVIEW_COUNT).toArray();
  return (
    <section className="tt-silence-preview" aria-label={text('preview')}>
      <h3>{text('preview')}</h3>
      {next.length === 0 && <p className="tt-muted">{text('noNext')}</p>}
      <ul>
        {next.map(({ from, until }) => (
          <li key={from}>
            <OccurrenceTime from={from} until={until === Infinity ? null : until} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Whether the silence is for every customer; only for users of the provider. */
function EveryCustomerSwitch({
  form,
  onChange,
}: {
  readonly form: SilenceForm;
  readonly onChange: (on: boolean) => void;
}) {
  const text = useSilenceTexts();
  const isProvider = useSession().scopes.includes('admin');
  return isProvider ? (
    <Switch label={text('forEveryCustomer')} checked={form.everyCustomer} onChange={onChange} />
  ) : null;
}

/** The inputs carry the name of the feature in their ids. */
const ofInput = (error: FormError): FormError => ({ ...error, field: `silence-${error.field}` });

function useSilenceForm({ customerId, initial, edited, onClose }: Props) {
  const text = useSilenceTexts();
  return useForm<SilenceForm>({
    initial,
    // The form writes times and recurrences otherwise than the contract, which `readForm` applies.
    contract: z.unknown(),
    check: (draft) => {
      const read = readForm(draft, now());
      return read.ok ? [] : read.faults.map((path) => ({ path, message: text(`fault-${path}`) }));
    },
    store: async (draft) => {
      const read = readForm(draft, now());
      if (read.ok)
        await saveSilence(customerId, { draft: read.draft, edited, everyCustomer: draft.everyCustomer });
    },
    done: () => text('saved'),
    touches: silenceTouches,
    onSaved: onClose,
    onClosed: onClose,
  });
}

type FieldsProps = Pick<Props, 'customerId' | 'edited' | 'alarm' | 'names'> & {
  readonly draft: SilenceForm;
  readonly onChange: (part: Partial<SilenceForm>) => void;
};

/** What the silence matches, and what that means now. */
function WhatFields({ customerId, edited, alarm, names, draft, onChange }: FieldsProps) {
  const [silenced, setSilenced] = useState<ReadonlyMap<number, string>>(new Map());
  const { match, everyCustomer } = draft;
  const ofCustomer = { customerId, match };
  return (
    <>
      {alarm !== undefined && !everyCustomer && (
        <ScopeChoice
          {...alarm}
          {...ofCustomer}
          onChange={(next, elements) => {
            setSilenced(elements);
            onChange({ match: next });
          }}
        />
      )}
      <MatchFields
        {...ofCustomer}
        names={{ ...names, elements: new Map([...names.elements, ...silenced]) }}
        everyCustomer={everyCustomer}
        onChange={(next) => onChange({ match: next })}
      />
      {!everyCustomer && <MatchedAlarms {...ofCustomer} />}
      {edited === undefined && (
        <EveryCustomerSwitch
          form={draft}
          onChange={(on) =>
            onChange({ everyCustomer: on, match: on ? { ...match, sites: [], elements: [] } : match })
          }
        />
      )}
    </>
  );
}

/** Creates or edits a silence. */
export function SilenceFormDialog(props: Props) {
  const { edited } = props;
  const text = useSilenceTexts();
  const form = useSilenceForm(props);
  const { draft, change } = form;
  const faultOf = (field: SilenceField) => form.errorOf(field);
  return (
    <FormDialog
      title={text(edited === undefined ? 'newTitle' : 'editTitle')}
      form={{ ...form, errors: form.errors.map(ofInput) }}
      action={text(edited === undefined ? 'create' : 'save')}
    >
      <TextArea
        first
        required
        id="silence-reason"
        label={text('reason')}
        value={draft.reason}
        rows={2}
        maxLength={MAX_REASON_LENGTH}
        error={faultOf('reason')}
        onChange={(reason) => change({ reason })}
      />
      <WhatFields {...props} draft={draft} onChange={change} />
      <TimeFields form={draft} faultOf={faultOf} onChange={change} />
      <MaintenanceField form={draft} onChange={change} />
      {/* The preview does not need the reason. */}
      <Preview read={readForm({ ...draft, reason: '-' }, now())} />
    </FormDialog>
  );
}
