import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { listTermsAcceptances, listTermsVersions } from '#schemas/account/terms.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
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
  const { data, error } = useQuery(routeQuery(listTermsAcceptances, { params: { version } }));
  const list = data?.acceptances;
  return (
    <Dialog open title={text('acceptedTitle', { version })} onClose={onClose}>
      {error !== null && <Banner tone="bad">{sentenceOf(error, language)}</Banner>}
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
  const { data, error } = useQuery(routeQuery(listTermsVersions));
  if (error !== null) return <Banner tone="bad">{sentenceOf(error, language)}</Banner>;
  return (
    <ol className="tt-rules-versions" aria-label={text('versions')}>
      {data?.versions.map((terms, at) => (
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
