import type { ReactNode } from 'react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import type { PermissionCall } from '../permission/missing-permission.ts';
import { ReadOnlyNote } from '../permission/ReadOnlyNote.tsx';
import { useDisabledReason } from '../permission/use-permission.ts';
import { useKernelTexts } from '../text/en.ts';
import { WithRequestId } from '#web/ui/text/WithRequestId.tsx';
import type { FormControl } from './use-form.ts';

interface Props {
  readonly label: string;
  readonly form: Omit<FormControl, 'close'>;
  readonly action: string;
  /** The call that saves it. Users without its permission see the form read-only, with the reason. */
  readonly saving: PermissionCall;
  readonly children: ReactNode;
}

/** A form on a page. Leaving it with changes requires confirmation. */
export function FormPage({ label, form, action, saving, children }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const disabledReason = useDisabledReason(saving);
  const actions = (
    <Button kind="primary" type="submit" busy={form.busy} disabledReason={disabledReason}>
      {action}
    </Button>
  );
  return (
    <>
      <Form label={label} errors={form.errors} onSubmit={form.save} actions={actions}>
        <ReadOnlyNote call={saving} />
        {form.problem !== undefined && (
          <Banner tone="bad">
            <WithRequestId text={form.problem} />
          </Banner>
        )}
        <fieldset className="tt-form-entries" disabled={disabledReason !== undefined}>
          {children}
        </fieldset>
      </Form>
      <ConfirmDialog
        title={text('leaveUnsaved')}
        consequence={warningText('UNSAVED_FORM', language)}
        action={text('leave')}
        open={form.prompt.open}
        onConfirm={form.prompt.leave}
        onClose={form.prompt.stay}
      />
    </>
  );
}
