import { useQuery } from '@tanstack/react-query';
import { certificateState, type CertificateState } from '#schemas/settings/license/certificate-state.ts';
import { LicenseTexts } from '#schemas/settings/license/license.ts';
import { readLicense, updateLicense, type StoredLicense } from '#schemas/settings/license/routes.ts';
import { readLicenseWarnings } from '#schemas/settings/license/warning-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { FormPage } from '#web/kernel/form/FormPage.tsx';
import { useForm } from '#web/kernel/form/use-form.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { LicenseFacts, LicenseUsage } from './LicenseFacts.tsx';
import { useLicenseTexts } from './texts/en.ts';
import './license.css';

const tones = {
  missing: 'plain',
  found: 'good',
  edited: 'plain',
  'not updated': 'warning',
} as const satisfies Record<CertificateState, string>;

function LicenseForm({ stored }: { readonly stored: StoredLicense | null }) {
  const text = useLicenseTexts();
  const form = useForm<LicenseTexts>({
    initial: { license: stored?.license ?? '', certificate: stored?.certificate ?? '' },
    contract: LicenseTexts,
    store: (body) => call(updateLicense, { body }),
    done: () => text('saved'),
    touches: [readLicense, readLicenseWarnings],
  });
  const storedCertificate = stored === null ? undefined : { ...stored, accepted: stored.fault === null };
  const state = certificateState(form.draft, storedCertificate);
  return (
    <FormPage label={text('title')} form={form} action={text('save')} saving={updateLicense}>
      <TextArea
        {...entryOf(form, 'license')}
        code="wrapped"
        rows={6}
        label={text('license')}
        description={text('licenseHint')}
      />
      <TextArea
        {...entryOf(form, 'certificate')}
        code
        rows={8}
        label={text('certificate')}
        description={text('certificateHint')}
      />
      <p>
        {text('certificateState')} <Tag tone={tones[state]}>{text(`certificate-${state}`)}</Tag>
      </p>
    </FormPage>
  );
}

/** The license of the platform: what it says, what is used of it, and its replacement. */
export function LicenseTab() {
  const text = useLicenseTexts();
  const language = useLanguage();
  const license = useQuery(routeQuery(readLicense));
  const { data } = license;
  return (
    <Panel label={text('title')} state={panelStateOf(license, language)} skeleton="block">
      {data !== undefined && (
        <div className="tt-form-page">
          {data.stored === null && <Banner tone="info">{text('none')}</Banner>}
          {data.stored?.fault != null && <Banner tone="warning">{data.stored.fault.message}</Banner>}
          {data.stored !== null && <LicenseFacts content={data.stored.content} />}
          <LicenseUsage usage={data.usage} stored={data.stored} />
          <LicenseForm key={license.dataUpdatedAt} stored={data.stored} />
        </div>
      )}
    </Panel>
  );
}
