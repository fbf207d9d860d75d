import { Link } from '@tanstack/react-router';
import type { MenuEntry } from '#schemas/menu/entry.ts';
import { usePageTitle } from '#web/lib/document-title.ts';
import { useSession } from '../session/session.ts';
import { useKernelTexts } from '../text/en.ts';
import { refusalOf, type RefusalReason } from './page-of.ts';
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

const hints = {
  role: 'refusedHint',
  'every customer': 'refusedAllCustomers',
  'a customer': 'refusedNoCustomer',
  'several customers': 'refusedOneCustomer',
} as const satisfies Record<RefusalReason, string>;

/** Replaces a page the user cannot access: by role, for the customers it needs, or because it is of another customer. */
export function RefusedPage({
  of,
  isForeign = false,
}: {
  readonly of?: MenuEntry;
  readonly isForeign?: boolean;
}) {
  const text = useKernelTexts();
  const reason = refusalOf(of, useSession());
  const hint = text(isForeign && reason === 'role' ? 'refusedCustomer' : hints[reason]);
  return <MessagePage title={text('refused')} hint={hint} />;
}

export function EmptyMenuPage() {
  const text = useKernelTexts();
  const { customers } = useSession();
  const hint = text(customers.length === 0 ? 'noCustomerHint' : 'noPageHint');
  return <MessagePage title={text('noPage')} hint={hint} toStart={false} />;
}
