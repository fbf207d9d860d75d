import { useState } from 'react';
import { createDashboardDisplay } from '#schemas/token/routes.ts';
import { sentenceOf } from '#web/kernel/api/api-problem.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { shownInPlace, useRouteAction } from '#web/kernel/query/use-route-action.ts';
import { basePath } from '#web/lib/base-path.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { CopyButton } from '#web/ui/button/CopyButton.tsx';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Select } from '#web/ui/field/Select.tsx';
import { TextField } from '#web/ui/field/TextField.tsx';
import type { DocumentApi } from '../document-api.ts';
import type { DocumentSearch } from '../document-search.ts';
import { useWallDocumentTexts } from './texts/en.ts';
import './document-wall.css';

const terms = [30, 90, 180, 365];

interface Shown {
  readonly documents: readonly number[];
  readonly search: Pick<DocumentSearch, 'period' | 'selection'> & { readonly every: number | null };
  /** Why no wall can be shown as chosen. */
  readonly disabledReason: string | undefined;
}
interface Props extends Shown {
  readonly customer: number;
}

/** The fragment stays in the browser: no server or log receives it. */
function addressOf({ customer, documents, search }: Props, token: string): string {
  const { every, period, selection } = search;
  const parts = { every: every === null ? undefined : String(every), period, selection };
  const query = new URLSearchParams({ customer: String(customer), open: documents.join('.') });
  for (const [name, value] of Object.entries(parts)) if (value !== undefined) query.set(name, value);
  return `${location.origin}${basePath()}/wall/dashboard?${query.toString()}#token=${token}`;
}

/** For dashboards of a customer, and users who may make tokens. */
export function WallToken({ api: { kind, customerId }, ...shown }: Shown & { readonly api: DocumentApi }) {
  const mayIssue = usePermission('API.read');
  if (kind !== 'dashboard' || customerId === undefined || !mayIssue) return null;
  return <DashboardToken {...shown} customer={customerId} />;
}

/** Makes a display token for these dashboards; its address is shown once. */
function DashboardToken(props: Props) {
  const { customer, documents, disabledReason } = props;
  const text = useWallDocumentTexts();
  const language = useLanguage();
  const [name, setName] = useState('');
  const [days, setDays] = useState(30);
  const [address, setAddress] = useState<string>();
  const { run, isPending, problem } = useRouteAction(createDashboardDisplay, { touches: [] });
  const make = () =>
    run(
      { body: { name, customer, documents: [...documents], days } },
      {
        onDone: ({ token }) => setAddress(addressOf(props, token)),
        onProblem: shownInPlace,
      },
    );
  if (address !== undefined)
    return (
      <section className="tt-wall-token" aria-label={text('address')}>
        <h3>{text('address')}</h3>
        <p className="tt-muted">{text('addressHint')}</p>
        <p className="tt-wall-address">
          <code>{address}</code>
          <CopyButton label={text('address')} value={address} />
        </p>
      </section>
    );
  return (
    <section className="tt-wall-token" aria-label={text('token')}>
      <h3>{text('token')}</h3>
      <p className="tt-muted">{text('tokenIntro')}</p>
      {problem !== null && <Banner tone="bad">{sentenceOf(problem, language)}</Banner>}
      <TextField label={text('tokenName')} value={name} onChange={setName} />
      <Select
        label={text('tokenDays')}
        value={String(days)}
        options={terms.map((each) => ({ value: String(each), label: text('days', { count: each }) }))}
        onChange={(value) => setDays(Number(value))}
      />
      <div>
        <Button
          busy={isPending}
          disabledReason={disabledReason ?? (name.trim() === '' ? text('nameFirst') : undefined)}
          onClick={make}
        >
          {text('makeAddress')}
        </Button>
      </div>
    </section>
  );
}
