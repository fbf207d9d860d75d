import { useQuery } from '@tanstack/react-query';
import { BrandDraft, type Brand } from '#schemas/brand/brand.ts';
import { readCustomerBrand, updateCustomerBrand } from '#schemas/brand/routes.ts';
import type { Customer } from '#schemas/customer/customer.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { BrandFields } from '#web/kernel/brand/BrandFields.tsx';
import { brandDraft, brandFaults } from '#web/kernel/brand/brand-draft.ts';
import { useBrandTexts } from '#web/kernel/brand/texts/en.ts';
import { FormDialog } from '#web/kernel/form/FormDialog.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';

interface Props {
  readonly customer: Pick<Customer, 'id' | 'name'>;
  readonly onClose: () => void;
}

function BrandForm({ customer: { id, name }, stored, onClose }: Props & { readonly stored: Brand }) {
  const text = useBrandTexts();
  const { version } = stored;
  const form = useForm<BrandDraft>({
    initial: brandDraft(stored),
    contract: BrandDraft,
    fieldByCode: brandFaults,
    store: (draft) => call(updateCustomerBrand, { params: { id }, body: { ...draft, version } }),
    done: () => text('saved'),
    touches: [readCustomerBrand, ['report-brand']],
    onSaved: onClose,
    onClosed: onClose,
  });
  return (
    <FormDialog
      title={text('titleOf', { name })}
      form={form}
      action={text('save')}
      disabledReason={useDisabledReason(updateCustomerBrand)}
      width={560}
    >
      <p className="tt-muted">{text('leadCustomer')}</p>
      <BrandFields form={form} stored={stored} />
    </FormDialog>
  );
}

/** Logo and colours of a customer, once they are read. */
export function BrandDialog({ customer, onClose }: Props) {
  const text = useBrandTexts();
  const language = useLanguage();
  const stored = useQuery(routeQuery(readCustomerBrand, { params: { id: customer.id } }));
  const { name } = customer;
  return stored.data === undefined ? (
    <Dialog title={text('titleOf', { name })} open onClose={onClose} width={560}>
      <Panel label={text('title')} state={panelStateOf(stored, language)} skeleton="block">
        {null}
      </Panel>
    </Dialog>
  ) : (
    <BrandForm key={stored.data.version} customer={customer} stored={stored.data} onClose={onClose} />
  );
}
