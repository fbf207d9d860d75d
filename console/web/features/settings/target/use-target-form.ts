import { type FormOptions, useForm } from '#web/kernel/form/use-form.ts';
import { useSettingsTexts } from '../texts/en.ts';
import { draftOfTarget, type NotificationTarget } from './notification-target.ts';
import { targetTouches, type TargetList } from './target-queries.ts';

type Checked<Draft extends Named> = Pick<FormOptions<Draft>, 'contract' | 'check' | 'nested' | 'fieldByCode'>;
type Named = Readonly<Record<string, unknown>> & { readonly name: string };

interface Options<Draft extends Named> extends Checked<Draft> {
  readonly kind: TargetList;
  /** Undefined for a new one. */
  readonly stored: (Draft & NotificationTarget) | undefined;
  readonly empty: Draft;
  readonly add: (draft: Draft) => Promise<unknown>;
  readonly save: (id: number, draft: Draft) => Promise<unknown>;
  readonly onClose: () => void;
}
const titles = { mails: 'newMail', traps: 'newReceiver', webhooks: 'newWebhook' } as const;

/** The form of a new or stored target. */
export function useTargetForm<Draft extends Named>(options: Options<Draft>) {
  const { kind, stored, empty, add, save, onClose, ...checked } = options;
  const text = useSettingsTexts();
  const form = useForm<Draft>({
    ...checked,
    initial: stored === undefined ? empty : (draftOfTarget(stored) as unknown as Draft),
    store: (draft) => (stored === undefined ? add(draft) : save(stored.id, draft)),
    done: ({ name }) => text('saved', { name }),
    touches: targetTouches[kind],
    onSaved: onClose,
    onClosed: onClose,
  });
  const title = stored === undefined ? text(titles[kind]) : text('editOf', { name: stored.name });
  return { ...form, title, action: text(stored === undefined ? 'create' : 'save') };
}
