import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTermsAcceptances, listTermsVersions } from '#schemas/account/terms.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { call } from '#web/kernel/api/call.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Tag } from '#web/ui/text/Tag.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { useRuleTexts } from './texts/en.ts';

function Acceptances({ version, onClose }: { readonly version: number; readonly onClose: () => void }) {
  const text = useRuleTexts();
  const language = useLanguage();
  const asked = useQuery({
    queryKey: ['terms', 'accepted', version],
    queryFn: ({ signal }) => call(listTermsAcceptances, { params: { version }, signal }),
  });
  const list = asked.data?.acceptances;
  return (
    <Dialog open title={text('acceptedTitle', { version })} onClose={onClose}>
      {asked.error !== null && <Banner tone="bad">{sentenceOf(asked.error, language)}</Banner>}
      {list?.length === 0 && <p className="tt-muted">{text('noneAccepted')}</p>}
      <ul className="tt-rules-acceptances" aria-label={text('acceptedTitle', { version })}>
        {list?.map(({ username, acceptedAt }) => (
          <li key={username}>
            <span>{username}</span>
            <span className="tt-muted">
              <Time at={acceptedAt} />
            </span>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Every version, newest first. */
export function TermsVersions() {
  const text = useRuleTexts();
  const language = useLanguage();
  const [shown, setShown] = useState<number>();
  const asked = useQuery({
    queryKey: ['terms', 'versions'],
    queryFn: ({ signal }) => call(listTermsVersions, { signal }),
  });
  if (asked.error !== null) return <Banner tone="bad">{sentenceOf(asked.error, language)}</Banner>;
  return (
    <ol className="tt-rules-versions" aria-label={text('versions')}>
      {asked.data?.versions.map((terms, at) => (
        <li key={terms.version}>
          <details open={at === 0}>
            <summary>
              <strong>{text('version', { version: terms.version })}</strong>
              {at === 0 && <Tag tone="good">{text('inForce')}</Tag>}
              <span className="tt-muted">
                <Time as="time" at={terms.publishedAt} />
                {terms.publishedBy !== '' && ` · ${terms.publishedBy}`}
              </span>
            </summary>
            <div
              className="tt-rules-terms"
              role="region"
              aria-label={text('version', { version: terms.version })}
              // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable (WCAG 2.1.1)
              tabIndex={0}
            >
              {terms[language]}
            </div>
          </details>
          <Button onClick={() => setShown(terms.version)}>
            {text('acceptedBy', { count: terms.accepted })}
          </Button>
        </li>
      ))}
      {shown !== undefined && <Acceptances version={shown} onClose={() => setShown(undefined)} />}
    </ol>
  );
}
