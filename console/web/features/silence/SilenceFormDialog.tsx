import { useState } from 'react';
import { occurrencesFrom } from '#schemas/silence/occurrence.ts';
import type { SilenceEntry } from '#schemas/silence/routes.ts';
import { MAX_REASON_LENGTH } from '#schemas/silence/silence.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { now } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { showToast } from '#web/ui/feedback/toast-store.ts';
import { useUiTexts } from '#web/ui/use-ui-texts.ts';
import { MaintenanceField } from './MaintenanceField.tsx';
import { MatchFields } from './MatchFields.tsx';
import { readForm, type ReadForm, type SilenceField, type SilenceForm } from './silence-form.ts';
import { occurrenceText, type SilenceNames } from './silence-text.ts';
import { TimeFields } from './TimeFields.tsx';
import type { useSilences } from './silence-queries.ts';
import { useSilenceTexts } from './use-silence-texts.ts';

interface Props {
  readonly initial: SilenceForm;
  /** The edited silence; undefined for a new one. */
  readonly of: SilenceEntry | undefined;
  readonly names: SilenceNames;
  readonly saving: ReturnType<typeof useSilences>['saving'];
  readonly onClose: () => void;
}

const PREVIEW_COUNT = 3;

/** The next occurrences of a valid draft. */
function Preview({ read }: { readonly read: ReadForm }) {
  const text = useSilenceTexts();
  const language = useLanguage();
  if (!read.ok) return null;
  const next = occurrencesFrom(read.draft, now()).take(PREVIEW_COUNT).toArray();
  return (
    <section className="tt-silence-preview" aria-label={text('preview')}>
      <h3>{text('preview')}</h3>
      {next.length === 0 && <p className="tt-muted">{text('noNext')}</p>}
      <ul>
        {next.map(({ from, until }) => (
          <li key={from}>
            {occurrenceText({ from, until: until === Infinity ? null : until }, text, language)}
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

/** The form with its faults, shown after the first attempt to save. */
function useSilenceForm({ initial, of, saving, onClose }: Omit<Props, 'names'>) {
  const text = useSilenceTexts();
  const [form, setForm] = useState(initial);
  const [tried, setTried] = useState(false);
  const read = readForm(form, now());
  const faults = tried && !read.ok ? read.faults : [];
  const change = (part: Partial<SilenceForm>) => setForm((before) => ({ ...before, ...part }));
  const saved = () => {
    showToast({ text: text('saved') });
    onClose();
  };
  return {
    form,
    faults,
    change,
    faultOf: (field: SilenceField) => (faults.includes(field) ? text(`fault-${field}`) : undefined),
    setEveryCustomer: (on: boolean) =>
      change({ everyCustomer: on, match: on ? { ...form.match, sites: [], elements: [] } : form.match }),
    submit: () => {
      setTried(true);
      if (read.ok)
        saving.mutate({ draft: read.draft, of, everyCustomer: form.everyCustomer }, { onSuccess: saved });
    },
  };
}

/** Creates or edits a silence. */
export function SilenceFormDialog(props: Props) {
  const { of, names, saving, onClose } = props;
  const text = useSilenceTexts();
  const ui = useUiTexts();
  const language = useLanguage();
  const { form, faults, change, faultOf, setEveryCustomer, submit } = useSilenceForm(props);
  const title = text(of === undefined ? 'newTitle' : 'editTitle');
  return (
    <Dialog open title={title} width={640} onClose={onClose}>
      <Form
        label={title}
        errors={faults.map((field) => ({ field: `silence-${field}`, message: text(`fault-${field}`) }))}
        onSubmit={submit}
        actions={
          <>
            <Button onClick={onClose}>{ui('cancel')}</Button>
            <Button kind="primary" type="submit" busy={saving.isPending}>
              {text(of === undefined ? 'create' : 'save')}
            </Button>
          </>
        }
      >
        {saving.isError && <Banner tone="bad">{sentenceOf(saving.error, language)}</Banner>}
        <TextArea
          first
          required
          id="silence-reason"
          label={text('reason')}
          value={form.reason}
          rows={2}
          maxLength={MAX_REASON_LENGTH}
          error={faultOf('reason')}
          onChange={(reason) => change({ reason })}
        />
        {of === undefined && <EveryCustomerSwitch form={form} onChange={setEveryCustomer} />}
        <MatchFields
          match={form.match}
          names={names}
          everyCustomer={form.everyCustomer}
          onChange={(match) => change({ match })}
        />
        <TimeFields form={form} faultOf={faultOf} onChange={change} />
        <MaintenanceField form={form} onChange={change} />
        {/* The preview does not need the reason. */}
        <Preview read={readForm({ ...form, reason: '-' }, now())} />
      </Form>
    </Dialog>
  );
}
