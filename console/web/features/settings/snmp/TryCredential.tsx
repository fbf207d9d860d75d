import { useState } from 'react';
import { pollFailureText } from '#schemas/polling/failure-words.ts';
import type { SnmpCredentialDraft } from '#schemas/settings/snmp/credential.ts';
import { testSnmpCredential } from '#schemas/settings/snmp/credential-routes.ts';
import { serverFaults } from '#web/kernel/form/server-faults.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { formatNumber } from '#web/lib/format.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import { useSettingsTexts } from '../texts/en.ts';

interface Props {
  /** Returns undefined if the form is invalid. */
  readonly draft: () => SnmpCredentialDraft | undefined;
  /** Of the stored credential. */
  readonly id: number | undefined;
  readonly disabledReason: string | undefined;
}

/** Reads the system group of a device with a saved or unsaved credential. */
export function TryCredential({ draft, id, disabledReason }: Props) {
  const text = useSettingsTexts();
  const language = useLanguage();
  const [address, setAddress] = useState('');
  const probe = useRouteAction(testSnmpCredential, { touches: [] });
  const start = () => {
    const credential = draft();
    if (credential === undefined) probe.reset();
    else
      probe.run(
        { body: { credential, address, ...(id !== undefined && { id }) } },
        { onProblem: shownInPlace },
      );
  };
  const result = probe.reply;
  const { faults, problem } = serverFaults(probe.problem ?? undefined, {
    inputs: ['address'],
    fieldByCode: {},
    language,
  });
  const ms = formatNumber(result?.durationMs ?? 0, language);
  return (
    <fieldset className="tt-form-group">
      <legend>{text('tryCredential')}</legend>
      <p className="tt-muted tt-caption">{text('tryHint')}</p>
      <div className="tt-form-pair tt-host-row tt-try-row">
        <TextField
          id="try-address"
          label={text('tryAddress')}
          value={address}
          error={faults[0]?.message}
          onChange={setAddress}
        />
        <Button busy={probe.isPending} disabledReason={disabledReason} onClick={start}>
          {text('try')}
        </Button>
      </div>
      {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
      {result !== undefined && (
        <Banner tone={result.ok ? 'info' : 'warning'}>
          {result.ok
            ? text('probeOk', { name: result.name === '' ? address : result.name, ms })
            : text('probeFailed', { failure: pollFailureText(result.failure, address, language), ms })}
        </Banner>
      )}
    </fieldset>
  );
}
