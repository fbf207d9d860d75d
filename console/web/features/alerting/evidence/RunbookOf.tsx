import { IconBook2 } from '@tabler/icons-react';
import type { AlarmHistory } from '#schemas/alerting/routes.ts';
import { useEvidenceTexts } from './texts/en.ts';

/** What to do: a link to another page, or lines of text. */
export function RunbookOf({ of }: { readonly of: Pick<AlarmHistory, 'runbook'> | undefined }) {
  const text = useEvidenceTexts();
  const runbook = of?.runbook;
  if (runbook === undefined) return null;
  if (runbook.url !== null)
    return (
      <a className="tt-button tt-runbook-link" href={runbook.url} target="_blank" rel="noreferrer">
        <IconBook2 size={15} aria-hidden="true" />
        {text('openRunbook')}
      </a>
    );
  return (
    <section className="tt-runbook" aria-label={text('runbook')}>
      <h3 className="tt-evidence-heading">{text('runbook')}</h3>
      <p>{runbook.text}</p>
    </section>
  );
}
