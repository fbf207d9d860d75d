import { Link } from '@tanstack/react-router';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { canOpen } from '#schemas/menu/visible.ts';
import { usePageTitle } from '#web/lib/document-title.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import './shell.css';

export function NotFoundPage() {
  const text = useKernelTexts();
  usePageTitle(text('notFound'));
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

/** In place of a short link that leads nowhere: what the user may not read is as what does not exist. */
export function LostLinkPage() {
  const text = useKernelTexts();
  usePageTitle(text('lostLink'));
  return (
    <div className="tt-message-page">
      <h1>{text('lostLink')}</h1>
      <p>{text('lostLinkHint')}</p>
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
  usePageTitle(text('refused'));
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
  usePageTitle(text('noPage'));
  return (
    <div className="tt-message-page">
      <h1>{text('noPage')}</h1>
      <p>{text('noPageHint')}</p>
    </div>
  );
}
