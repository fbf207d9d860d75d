import { problemText } from '#schemas/problem/problem.ts';
import { UNCHANGED_SECRET } from '#schemas/settings/saml/saml.ts';
import { DownloadButton } from '#web/kernel/download/DownloadButton.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSamlTexts } from './texts/en.ts';
import { nullIfEmpty } from '../identity/list-draft.ts';
import type { SamlForm } from './saml-form.ts';

interface Props {
  readonly form: SamlForm;
  readonly addresses: {
    readonly settings: object | null;
    readonly metadataUrl: string;
    readonly acsUrl: string;
    readonly logoutUrl: string;
  };
}

/** Addresses and metadata for the identity provider; the file contains the saved settings. */
function ProviderFacts({ form, addresses }: Props) {
  const text = useSamlTexts();
  const language = useLanguage();
  const unsaved = form.changed ? problemText('UNSAVED_MODIFICATIONS', language) : undefined;
  const disabledReason = addresses.settings === null ? text('metadataFirst') : unsaved;
  const { metadataUrl, acsUrl, logoutUrl } = addresses;
  const copied = (label: string, value: string) => (
    <span className="tt-settings-copy">
      <code>{value}</code>
      <CopyButton label={label} value={value} />
    </span>
  );
  return (
    <div className="tt-settings-addresses">
      <Facts
        facts={[
          [text('metadataUrl'), copied(text('metadataUrl'), metadataUrl)],
          [text('acsUrl'), copied(text('acsUrl'), acsUrl)],
          [text('sloUrl'), copied(text('sloUrl'), logoutUrl)],
        ]}
      />
      <DownloadButton
        address={new URL(metadataUrl).pathname}
        name="telltale-metadata.xml"
        label={text('downloadMetadata')}
        disabledReason={disabledReason}
      />
    </div>
  );
}

/** This console as a service provider. */
export function ConsoleSide({ form, addresses }: Props) {
  const text = useSamlTexts();
  const { draft, change, errorOf } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('consoleSide')}</legend>
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'entityId')} label={text('entityId')} />
        <TextField required {...entryOf(form, 'baseUrl')} label={text('baseUrl')} />
        <TextField required {...entryOf(form, 'loginUrl')} label={text('loginUrl')} />
        <TextField required {...entryOf(form, 'logoutUrl')} label={text('logoutUrl')} />
      </div>
      <ProviderFacts form={form} addresses={addresses} />
      <div className="tt-form-pair">
        <TextArea
          code
          id="privateKey"
          label={text('privateKey')}
          description={text(draft.privateKey === UNCHANGED_SECRET ? 'privateKeyUnchanged' : 'privateKeyHint')}
          rows={3}
          value={draft.privateKey ?? ''}
          error={errorOf('privateKey')}
          onChange={(value) => change({ privateKey: nullIfEmpty(value) })}
        />
        <TextArea
          code
          id="publicCertificate"
          label={text('publicCertificate')}
          description={text('publicCertificateHint')}
          rows={3}
          value={draft.publicCertificate ?? ''}
          error={errorOf('publicCertificate')}
          onChange={(value) => change({ publicCertificate: nullIfEmpty(value) })}
        />
      </div>
    </fieldset>
  );
}
