import type { ReactNode } from 'react';
import { warningText } from '#schemas/problem/warning.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { DialogStack } from '#web/ui/DialogStack.tsx';
import { Form, type FormError } from '#web/ui/Form.tsx';
import { useKernelTexts } from '../text/use-kernel-texts.ts';

interface Props {
  readonly title: string;
  readonly form: {
    readonly errors: readonly FormError[];
    readonly problem: string | undefined;
    readonly busy: boolean;
    readonly save: () => void;
    readonly close: () => void;
    readonly question: { readonly open: boolean; readonly leave: () => void; readonly stay: () => void };
  };
  readonly action: string;
  /** Why it cannot be saved at all. */
  readonly refusal?: string | undefined;
  readonly width?: number;
  readonly children: ReactNode;
}

/** Writing can begin at once: the first entry to write into is where the dialog begins. A list would open by that. */
function beginAtFirst(node: HTMLDivElement | null): void {
  if (node?.querySelector('[data-autofocus]') !== null) return;
  // An input without a type is a text input as well: most of ours are.
  const first = node.querySelector(
    "input:is([type='text'], :not([type])):not([aria-haspopup], [readonly]), textarea",
  );
  first?.setAttribute('data-autofocus', 'true');
}

/** A form in a dialog. Escape and the cross close it as the button does: with changes it asks first. */
export function FormDialog({ title, form, action, refusal, width = 640, children }: Props) {
  const text = useKernelTexts();
  const language = useLanguage();
  const actions = (
    <>
      <Button onClick={form.close}>{text('cancel')}</Button>
      <Button kind="primary" type="submit" busy={form.busy} disabledReason={refusal}>
        {action}
      </Button>
    </>
  );
  return (
    <DialogStack>
      <Dialog title={title} open onClose={form.close} width={width} layer="form">
        <div ref={beginAtFirst}>
          <Form label={title} errors={form.errors} onSubmit={form.save} actions={actions}>
            {form.problem !== undefined && <Banner tone="bad">{form.problem}</Banner>}
            {children}
          </Form>
        </div>
      </Dialog>
      <ConfirmDialog
        title={text('closeUnsaved')}
        consequence={warningText('UNSAVED_FORM', language)}
        action={text('discard')}
        open={form.question.open}
        onConfirm={form.question.leave}
        onClose={form.question.stay}
        layer="question"
      />
    </DialogStack>
  );
}
