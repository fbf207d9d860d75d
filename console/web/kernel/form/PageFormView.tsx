import type { ReactNode } from 'react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Form, type FormError } from '#web/ui/Form.tsx';
import type { Call } from '../permission/lack-of.ts';
import { ReadOnlyNote } from '../permission/ReadOnlyNote.tsx';
import { useRefusal } from '../permission/use-permission.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';

interface Props {
  readonly label: string;
  readonly form: {
    readonly errors: readonly FormError[];
    readonly problem: string | undefined;
    readonly busy: boolean;
    readonly save: () => void;
    readonly question: { readonly open: boolean; readonly leave: () => void; readonly stay: () => void };
  };
  readonly action: string;
  /** The call that saves it: who may not make it reads the form, and is told why. */
  readonly saving: Call;
  readonly children: ReactNode;
}

/** A form that is a page of its own; leaving it with changes asks first. */
export function PageFormView({ label, form, action, saving, children }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const refusal = useRefusal(saving);
  const actions = (
    <Button kind="primary" type="submit" busy={form.busy} disabledReason={refusal}>
      {action}
    </Button>
  );
  return (
    <>
      <Form label={label} errors={form.errors} onSubmit={form.save} actions={actions}>
        <ReadOnlyNote call={saving} />
        {form.problem !== undefined && <Banner tone="bad">{form.problem}</Banner>}
        <fieldset className="tt-form-entries" disabled={refusal !== undefined}>
          {children}
        </fieldset>
      </Form>
      <ConfirmDialog
        title={text('leaveUnsaved')}
        consequence={warningText('UNSAVED_FORM', language)}
        action={text('leave')}
        open={form.question.open}
        onConfirm={form.question.leave}
        onClose={form.question.stay}
      />
    </>
  );
}
