import { useRef, useState, type ChangeEvent } from 'react';
import { IconUpload } from '@tabler/icons-react';
import type { z } from 'zod';
import type { readSamlSettings } from '#schemas/settings/saml/routes.ts';
import { MAX_CERTIFICATES } from '#schemas/settings/saml/saml.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { entryOf } from '#web/kernel/form/entry-of.ts';
import { now as currentMs } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { TextArea } from '#web/ui/field/TextArea.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSamlTexts } from './texts/en.ts';
import { readIdpMetadata } from './idp-metadata.ts';
import { EntryRows } from './EntryRows.tsx';
import { nullIfEmpty } from '../identity/list-draft.ts';
import type { SamlForm } from './saml-form.ts';

/** Fills in the values of a metadata file of the identity provider. */
function MetadataFile({ form }: { readonly form: SamlForm }) {
  const text = useSamlTexts();
  const input = useRef<HTMLInputElement>(null);
  const [isRefused, setRejected] = useState(false);
  const readFile = async ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const [file] = currentTarget.files ?? [];
    if (file === undefined) return;
    const found = readIdpMetadata(await file.text(), form.draft.binding);
    setRejected(found === undefined);
    if (found !== undefined) form.change(found);
    if (input.current !== null) input.current.value = '';
  };
  return (
    <div className="tt-settings-file">
      <input
        ref={input}
        type="file"
        hidden
        accept=".xml,application/xml,text/xml,application/samlmetadata+xml"
        aria-label={text('idpMetadata')}
        onChange={(event) => void readFile(event)}
      />
      <Button icon={<IconUpload size={15} />} onClick={() => input.current?.click()}>
        {text('idpMetadata')}
      </Button>
      <span className="tt-muted">{text('idpMetadataHint')}</span>
      {isRefused && <Banner tone="bad">{text('idpMetadataRefused')}</Banner>}
    </div>
  );
}

interface ProviderProps {
  readonly form: SamlForm;
  /** The stored settings, and what their certificates state. */
  readonly stored: Pick<z.output<typeof readSamlSettings.reply>, 'settings' | 'certificates'>;
}

/** When a stored certificate is valid. Undefined for one that was edited since. */
function useValidity({ form, stored }: ProviderProps): (at: number) => string | undefined {
  const text = useSamlTexts();
  const language = useLanguage();
  const day = (ms: number) => formatDate(ms, language);
  return (at) => {
    const pem = form.draft.certificates[at];
    const facts = stored.certificates[stored.settings?.certificates.indexOf(pem ?? '') ?? -1];
    if (facts === undefined || facts === null) return undefined;
    const { fromMs, toMs } = facts;
    const now = currentMs();
    const days = { from: day(fromMs), to: day(toMs) };
    if (now < fromMs) return text('certificateNext', days);
    return text(now < toMs ? 'certificateValid' : 'certificateExpired', days);
  };
}

const described = (description: string | undefined) => (description === undefined ? {} : { description });

function Certificates({ form, stored }: ProviderProps) {
  const text = useSamlTexts();
  const validity = useValidity({ form, stored });
  const { certificates } = form.draft;
  return (
    <EntryRows
      entries={certificates}
      min={1}
      max={MAX_CERTIFICATES}
      add={text('addCertificate')}
      remove={(number) => text('removeCertificate', { number })}
      onChange={(next) => form.change({ certificates: next })}
      renderField={(at, set) => (
        <TextArea
          code
          id={`certificates.${String(at)}`}
          label={text('certificate', { number: at + 1 })}
          {...described(validity(at))}
          rows={3}
          value={certificates[at] ?? ''}
          error={form.errorAt(`certificates.${String(at)}`)}
          onChange={set}
        />
      )}
    />
  );
}

/** The identity provider. */
export function ProviderFields({ form, stored }: ProviderProps) {
  const text = useSamlTexts();
  const { draft, change, errorOf } = form;
  return (
    <fieldset className="tt-form-group">
      <legend>{text('provider')}</legend>
      <Switch
        label={text('samlEnabled')}
        description={text('samlEnabledHint')}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      <MetadataFile form={form} />
      <div className="tt-form-pair">
        <TextField required {...entryOf(form, 'name')} label={text('name')} description={text('nameHint')} />
        <TextField required {...entryOf(form, 'idpEntityId')} label={text('idpEntityId')} />
        <TextField required {...entryOf(form, 'idpSsoUrl')} label={text('idpSsoUrl')} />
        <TextField
          id="idpLogoutUrl"
          label={text('idpLogoutUrl')}
          description={text('idpLogoutUrlHint')}
          value={draft.idpLogoutUrl ?? ''}
          error={errorOf('idpLogoutUrl')}
          onChange={(value) => change({ idpLogoutUrl: nullIfEmpty(value) })}
        />
      </div>
      <p className="tt-muted">{text('certificatesHint')}</p>
      <Certificates form={form} stored={stored} />
    </fieldset>
  );
}
