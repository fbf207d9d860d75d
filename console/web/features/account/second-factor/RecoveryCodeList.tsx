import { useState } from 'react';
import { Button } from '#web/ui/button/Button.tsx';
import { useAccountTexts } from '../texts/en.ts';

/** Recovery codes, shown once. */
export function RecoveryCodeList({ codes }: { readonly codes: readonly string[] }) {
  const text = useAccountTexts();
  const [copied, setCopied] = useState(false);
  const copy = () => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true));
  return (
    <>
      <p className="tt-sign-in-hint">{text('recoveryCodesHint')}</p>
      <ul className="tt-recovery-codes" aria-label={text('recoveryCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Button wide onClick={copy}>
        {text(copied ? 'copied' : 'copy')}
      </Button>
    </>
  );
}
