import type { z } from 'zod';
import { createDisplayToken } from '#schemas/token/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { basePath } from '#web/lib/base-path.ts';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { ShownToken } from './IssuedTokenDialog.tsx';
import { useTokenTexts } from './texts/en.ts';

type DisplayDraft = z.output<typeof createDisplayToken.body>;
const terms = [30, 90, 180, 365];
const fieldByCode = { NAME_TAKEN: 'name' } as const;
const ALL = 'all';

/** The fragment stays in the browser: no server or log receives it. */
const wallAddress = (token: string): string => `${location.origin}${basePath()}/wall#token=${token}`;

interface Props {
  readonly onMade: (made: ShownToken) => void;
  readonly onClose: () => void;
}

/** Creates a token for a screen on a wall; its address is shown once. */
export function DisplayTokenDialog({ onMade, onClose }: Props) {
  const text = useTokenTexts();
  const { customers } = useSession();
  const [first] = customers;
  const form = useForm<DisplayDraft>({
    initial: { name: '', customer: customers.length === 1 ? (first?.id ?? null) : null, days: 30 },
    contract: createDisplayToken.body,
    fieldByCode,
    async store(body) {
      const { token } = await call(createDisplayToken, { body });
      onMade({ name: body.name, token: wallAddress(token) });
    },
    onSaved: onClose,
    onClosed: onClose,
  });
  const { customer, days } = form.draft;
  return (
    <FormDialog title={text('displayTitle')} form={form} action={text('makeAction')}>
      <TextField
        required
        {...entryOf(form, 'name')}
        label={text('name')}
        description={text('displayNameHint')}
      />
      <Select
        id="customer"
        label={text('shows')}
        value={customer === null ? ALL : String(customer)}
        options={[
          { value: ALL, label: text('allCustomers') },
          ...customers.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(value) => form.change({ customer: value === ALL ? null : Number(value) })}
      />
      <Select
        id="days"
        label={text('expiry')}
        value={String(days)}
        options={terms.map((each) => ({ value: String(each), label: text('days', { count: each }) }))}
        onChange={(value) => form.change({ days: Number(value) })}
      />
    </FormDialog>
  );
}
