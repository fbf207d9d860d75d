import type { ReactNode } from 'react';
import type { AuditEvent, FieldChange } from '#schemas/audit/event.ts';
import { problemCodes, type ProblemCode } from '#schemas/problem/catalogue.ts';
import { problemText } from '#schemas/problem/problem.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { actionText, whoText, objectText, subjectText, notesOf, fieldText } from './audit-text.ts';
import { valueText } from './value-text.ts';
import { useAuditTexts } from './texts/en.ts';

const isCode = (code: string): code is ProblemCode => (problemCodes as readonly string[]).includes(code);

const isNothing = (value: unknown): boolean => value === null || value === undefined;

/** Values before and after the change; one of the two for a created or deleted object. */
function Difference({ changes }: { readonly changes: readonly FieldChange[] }) {
  const text = useAuditTexts();
  const hasBefore = changes.some(({ before }) => !isNothing(before));
  const hasAfter = changes.some(({ after }) => !isNothing(after)) || !hasBefore;
  const words = { text, language: useLanguage() };
  return (
    <table className="tt-plain-table tt-audit-difference" aria-label={text('difference')}>
      <thead>
        <tr>
          <th scope="col">{text('field')}</th>
          {hasBefore && <th scope="col">{text('before')}</th>}
          {hasAfter && <th scope="col">{text('after')}</th>}
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{fieldText(field, text)}</th>
            {hasBefore && <td data-side="before">{valueText(before, words)}</td>}
            {hasAfter && <td data-side="after">{valueText(after, words)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type Fact = readonly [string, ReactNode];

/** Facts of some entries only: customer, reason, count, notes. */
function useMore(event: AuditEvent): readonly Fact[] {
  const { code, customer, detail } = event;
  const text = useAuditTexts();
  const language = useLanguage();
  const { customers } = useSession();
  const client = customers.find(({ id }) => id === customer)?.name;
  return [
    ...(client === undefined ? [] : [[text('customer'), client] as const]),
    ...(code === null || !isCode(code)
      ? []
      : [[text('reason'), `${problemText(code, language)} (${code})`] as const]),
    ...(detail.repeated === undefined ? [] : [[text('repeated'), String(detail.repeated)] as const]),
    ...notesOf(event, { text, language }),
  ];
}

function useFacts(event: AuditEvent): readonly Fact[] {
  const text = useAuditTexts();
  const language = useLanguage();
  const more = useMore(event);
  return [
    [text('time'), <Time key="time" as="time" at={event.at} />],
    [text('who'), whoText(event, text)],
    [text('address'), event.address || '–'],
    [text('kind'), text(`kind-${event.kind}`)],
    [text('object'), `${subjectText(event, text)} · ${objectText(event, { text, language })}`],
    ...more,
    [text('request'), <code key="request">{event.requestId || '–'}</code>],
    [text('hash'), <code key="hash">{event.hash}</code>],
  ];
}

/** One audit entry: user, source, action and changes. */
export function EventDetails({
  event,
  onClose,
}: {
  readonly event: AuditEvent;
  readonly onClose: () => void;
}) {
  const text = useAuditTexts();
  const language = useLanguage();
  const facts = useFacts(event);
  const { changes = [] } = event.detail;
  return (
    <Drawer
      title={<h2>{actionText({ ...event, code: null }, { text, language })}</h2>}
      label={text('event', { number: event.seq })}
      onClose={onClose}
    >
      <div className="tt-drawer-parts tt-audit-details">
        {changes.length > 0 && <Difference changes={changes} />}
        <Facts facts={facts} />
      </div>
    </Drawer>
  );
}
