import { Link } from '@tanstack/react-router';
import type { ErrorComponentProps } from '@tanstack/react-router';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { canOpen } from '#schemas/menu/visible.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { sentenceOf } from '../api/api-problem.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import './shell.css';

export function NotFoundPage() {
  const text = useKernelTexts();
  return (
    <div className="tt-message-page">
      <h1>{text('notFound')}</h1>
      <p>{text('notFoundHint')}</p>
      <Link to="/" className="tt-button">
        {text('toStart')}
      </Link>
    </div>
  );
}

/** Replaces a page the user cannot access: by role, because it needs every customer in scope, or because it is of another customer. */
export function RefusedPage({
  of,
  isForeign = false,
}: {
  readonly of?: MenuEntry;
  readonly isForeign?: boolean;
}) {
  const text = useKernelTexts();
  const { permissions, everyCustomer } = useSession();
  const isForAll = of?.everyCustomer === true && !everyCustomer && canOpen(of, new Set(permissions));
  return (
    <div className="tt-message-page">
      <h1>{text('refused')}</h1>
      <p>{text(isForeign ? 'refusedCustomer' : isForAll ? 'refusedWhole' : 'refusedHint')}</p>
      <Link to="/" className="tt-button">
        {text('toStart')}
      </Link>
    </div>
  );
}

export function EmptyMenuPage() {
  const text = useKernelTexts();
  return (
    <div className="tt-message-page">
      <h1>{text('noPage')}</h1>
      <p>{text('noPageHint')}</p>
    </div>
  );
}

export function FailedPage({ error }: ErrorComponentProps) {
  const text = useKernelTexts();
  const language = useLanguage();
  return (
    <div className="tt-message-page" role="alert">
      <h1>{text('pageFailed')}</h1>
      <p>{sentenceOf(error, language)}</p>
      <Button onClick={() => location.reload()}>{text('reload')}</Button>
    </div>
  );
}

/** The same outside the shell, such as when the server does not respond. */
export function FailedDocument(props: ErrorComponentProps) {
  return (
    <main>
      <FailedPage {...props} />
    </main>
  );
}
