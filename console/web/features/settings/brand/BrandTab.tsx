import { useQuery } from '@tanstack/react-query';
import { BrandDraft, type Brand } from '#schemas/brand/brand.ts';
import { readProviderBrand, updateProviderBrand } from '#schemas/brand/routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { BrandFields } from '#web/kernel/brand/BrandFields.tsx';
import { brandDraft, brandFaults } from '#web/kernel/brand/brand-draft.ts';
import { useBrandTexts } from '#web/kernel/brand/texts/en.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Panel } from '#web/ui/panel/Panel.tsx';

function BrandForm({ stored }: { readonly stored: Brand }) {
  const text = useBrandTexts();
  const { version } = stored;
  const form = useForm<BrandDraft>({
    initial: brandDraft(stored),
    contract: BrandDraft,
    fieldByCode: brandFaults,
    store: (draft) => call(updateProviderBrand, { body: { ...draft, version } }),
    done: () => text('saved'),
    touches: [readProviderBrand, ['report-brand']],
  });
  return (
    <FormPage label={text('title')} form={form} action={text('save')} saving={updateProviderBrand}>
      <p className="tt-muted">{text('leadProvider')}</p>
      <BrandFields form={form} stored={stored} />
    </FormPage>
  );
}

/** Logo and colours of the provider, which reports of every customer show. */
export function BrandTab() {
  const text = useBrandTexts();
  const language = useLanguage();
  const stored = useQuery(routeQuery(readProviderBrand));
  return (
    <Panel label={text('title')} state={panelStateOf(stored, language)} skeleton="block">
      <div className="tt-form-page">
        {stored.data !== undefined && <BrandForm key={stored.dataUpdatedAt} stored={stored.data} />}
      </div>
    </Panel>
  );
}
