import type { RecipientResult } from '#schemas/scheduling/run.ts';
import { Tag, type TagTone } from '#web/ui/text/Tag.tsx';
import { useNotificationTexts } from './texts/en.ts';
import './mail-recipients.css';

const tones: Readonly<Record<RecipientResult['state'], TagTone>> = {
  waiting: 'plain',
  retrying: 'warning',
  delivered: 'good',
  dead: 'bad',
  dropped: 'bad',
};

/** To whom mails went, and what became of each: the response of the mail server unless it took the mail. */
export function MailRecipients({ recipients }: { readonly recipients: readonly RecipientResult[] }) {
  const text = useNotificationTexts();
  return (
    <ul className="tt-mail-recipients">
      {recipients.map(({ address, state, response }) => (
        <li key={address}>
          <Tag tone={tones[state]}>{text(`result-${state}`)}</Tag> {address}
          {response !== '' && state !== 'delivered' && <span className="tt-muted"> {response}</span>}
        </li>
      ))}
    </ul>
  );
}
