import { Link } from '@tanstack/react-router';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { canOpen } from '#schemas/menu/visible.ts';
import { usePageTitle } from '#web/lib/document-title.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/use-kernel-texts.ts';
import './shell.css';

interface MessageProps {
  readonly title: string;
  readonly hint: string;
  /** Whether the way to the start page is offered; default: true. */
  readonly toStart?: boolean;
}

function MessagePage({ title, hint, toStart = true }: MessageProps) {
  const text = useKernelTexts();
  usePageTitle(title);
  return (
    <div className="tt-message-page">
      <h1>{title}</h1>
      <p>{hint}</p>
      {toStart && (
        <Link to="/" className="tt-button">
          {text('toStart')}
        </Link>
      )}
    </div>
  );
}

export function NotFoundPage() {
  const text = useKernelTexts();
  return <MessagePage title={text('notFound')} hint={text('notFoundHint')} />;
}

/** In place of a short link that leads nowhere: what the user may not read is as what does not exist. */
export function LostLinkPage() {
  const text = useKernelTexts();
  return <MessagePage title={text('lostLink')} hint={text('lostLinkHint')} />;
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
  const hint = text(isForeign ? 'refusedCustomer' : isForAll ? 'refusedWhole' : 'refusedHint');
  return <MessagePage title={text('refused')} hint={hint} />;
}

export function EmptyMenuPage() {
  const text = useKernelTexts();
  return <MessagePage title={text('noPage')} hint={text('noPageHint')} toStart={false} />;
}
