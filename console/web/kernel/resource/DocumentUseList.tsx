import { Link } from '@tanstack/react-router';
import type { UseQueryResult } from '@tanstack/react-query';
import { resourceKinds } from '#schemas/resource/kind.ts';
import type { DocumentUse, DocumentUses } from '#schemas/resource/document-use.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { sentenceOf } from '../api/api-problem.ts';
import { useSession } from '../session/session.ts';
import { shownName } from './shown-name.ts';
import { useResourceTexts } from './texts/en.ts';
import './document-uses.css';

/** Opens next to the query, which stays. */
function DocumentLink({ of }: { readonly of: DocumentUse }) {
  const language = useLanguage();
  const { modules } = useSession();
  const { kind, id: open, customer } = of;
  const name = shownName(of, language);
  if (!modules.includes(kind)) return name;
  const adjacent = { target: '_blank', rel: 'noopener' } as const;
  return customer === null ? (
    <Link to={`/mt/${kind}`} search={{ open }} {...adjacent}>
      {name}
    </Link>
  ) : (
    <Link to={`/${kind}`} search={{ customer: customer.id, open }} {...adjacent}>
      {name}
    </Link>
  );
}

function Found({ documents, others }: DocumentUses) {
  const text = useResourceTexts();
  const language = useLanguage();
  const number = (count: number) => ({ count, number: formatNumber(count, language) });
  return (
    <>
      <p>{text('usedIn', number(documents.length + others))}</p>
      {documents.length > 0 && (
        // A list that scrolls is reached by the keyboard through its links.
        <ul aria-label={text('usedIn', number(documents.length + others))}>
          {documents.map((of) => (
            <li key={of.id}>
              <DocumentLink of={of} />{' '}
              <span className="tt-muted">
                {resourceKinds[of.kind].words[language]} · {of.customer?.name ?? text('adminSpace')}
              </span>
            </li>
          ))}
        </ul>
      )}
      {others > 0 && <p className="tt-muted">{text('usedInOthers', number(others))}</p>}
    </>
  );
}

interface Props {
  readonly query: UseQueryResult<DocumentUses>;
  /** What becomes of them. */
  readonly consequence: string;
}

/** The dashboards and home pages that name what is about to be deleted. */
export function DocumentUseList({ query: { data, error, isPending }, consequence }: Props) {
  const text = useResourceTexts();
  const language = useLanguage();
  const isUsed = data !== undefined && data.documents.length + data.others > 0;
  return (
    <section className="tt-document-uses" role="status">
      {isPending && <p className="tt-muted">{text('usedSearch')}</p>}
      {error !== null && data === undefined && <Banner tone="bad">{sentenceOf(error, language)}</Banner>}
      {isUsed && (
        <>
          <Found {...data} />
          <p>{consequence}</p>
        </>
      )}
      {data !== undefined && !isUsed && <p className="tt-muted">{text('usedInNone')}</p>}
    </section>
  );
}
