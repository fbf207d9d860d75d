import type { ReactNode } from 'react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { ConfirmDialog } from '#web/ui/dialog/ConfirmDialog.tsx';
import { Dialog, DialogStack } from '#web/ui/dialog/Dialog.tsx';
import { Form } from '#web/ui/field/Form.tsx';
import { WithRequestId } from '#web/ui/text/WithRequestId.tsx';
import { useKernelTexts } from '../text/en.ts';
import type { FormControl } from './use-form.ts';

interface Props {
  readonly title: string;
  readonly form: FormControl;
  readonly action: string;
  /** Why it cannot be saved. */
  readonly disabledReason?: string | undefined;
  readonly width?: number;
  readonly children: ReactNode;
}

/** Focuses the first text input. A select is skipped: focus would open it. */
function focusFirstInput(node: HTMLDivElement | null): void {
  if (node?.querySelector('[data-autofocus]') !== null) return;
  // An input without a type is a text input as well: most of ours are.
  const first = node.querySelector(
    "input:is([type='text'], :not([type])):not([aria-haspopup], [readonly]), textarea",
  );
  first?.setAttribute('data-autofocus', 'true');
}

/** A form in a dialog. Escape, the close button and Cancel require confirmation when there are changes. */
export function FormDialog({ title, form, action, disabledReason, width = 640, children }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const actions = (
    <>
      <Button onClick={form.close}>{text('cancel')}</Button>
      <Button kind="primary" type="submit" busy={form.busy} disabledReason={disabledReason}>
        {action}
      </Button>
    </>
  );
  return (
    <DialogStack>
      <Dialog title={title} open onClose={form.close} width={width} layer="form">
        <div ref={focusFirstInput}>
          <Form label={title} errors={form.errors} onSubmit={form.save} actions={actions}>
            {form.problem !== undefined && (
              <Banner tone="bad">
                <WithRequestId text={form.problem} />
              </Banner>
            )}
            {children}
          </Form>
        </div>
      </Dialog>
      <ConfirmDialog
        title={text('closeUnsaved')}
        consequence={warningText('UNSAVED_FORM', language)}
        action={text('discard')}
        open={form.prompt.open}
        onConfirm={form.prompt.leave}
        onClose={form.prompt.stay}
        layer="question"
      />
    </DialogStack>
  );
}
