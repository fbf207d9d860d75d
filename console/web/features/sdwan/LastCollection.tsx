import type { SdwanServer } from '#schemas/sdwan/server.ts';
import type { Translate } from '#web/lib/text-types.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { useSdwanTexts, type en } from './texts/en.ts';

type Unplaced = NonNullable<SdwanServer['unplaced']>['devices'];

/** The first names, and how many more there are. */
export const namesText = ({ count, names }: Unplaced, text: Translate<typeof en>): string =>
  [...names, ...(count > names.length ? [text('more', { count: count - names.length })] : [])].join(', ');

/** Managers that the banner says it of; the list has the others. */
const NAMED = 3;

/** What the last collections could not place or read; those of suspended managers are over. */
export function LackingNote({ servers }: { readonly servers: readonly SdwanServer[] }) {
  const text = useSdwanTexts();
  const running = servers.filter(({ suspendCollect }) => !suspendCollect);
  const lines = running.flatMap(({ name: manager, unplaced, applications: { fault } }) => {
    const { devices, tenants } = unplaced ?? {};
    const of = (label: 'unplacedOf' | 'strangersOf', some: Unplaced | undefined) =>
      some === undefined || some.count === 0
        ? []
        : [text(label, { manager, count: some.count, names: namesText(some, text) })];
    return [
      ...of('unplacedOf', devices),
      ...of('strangersOf', tenants),
      ...(unplaced?.unread ?? []).map(({ tenant, fault: { message: reason } }) =>
        text('tenantUnreadOf', { manager, tenant, reason }),
      ),
      ...(fault === null ? [] : [text('unreadOf', { manager, reason: fault.message })]),
    ];
  });
  if (lines.length === 0) return null;
  const shown = lines.slice(0, NAMED);
  return (
    <Banner tone="warning">
      {shown.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {lines.length > NAMED && <div>{text('more', { count: lines.length - NAMED })}</div>}
    </Banner>
  );
}

type Fault = SdwanServer['connectivity']['fault'];

/** What the last attempts could not reach, read or place; nothing where they had all. */
export function LastCollection({
  server,
}: {
  readonly server: Pick<SdwanServer, 'connectivity' | 'unplaced' | 'applications' | 'synchronisation'>;
}) {
  const text = useSdwanTexts();
  const { connectivity, unplaced, applications, synchronisation } = server;
  const failed = (label: 'connectivity' | 'synchronised' | 'applicationsUnread', fault: Fault): Fact[] =>
    fault === null ? [] : [[text(label), fault.message]];
  const of = (label: 'unplacedDevices' | 'unplacedTenants', some: Unplaced | undefined): Fact[] =>
    some === undefined || some.count === 0 ? [] : [[text(label), namesText(some, text)]];
  const facts: Fact[] = [
    ...failed('connectivity', connectivity.fault),
    ...failed('synchronised', synchronisation.fault),
    ...of('unplacedDevices', unplaced?.devices),
    ...of('unplacedTenants', unplaced?.tenants),
    ...(unplaced?.unread ?? []).map(({ tenant, fault }): Fact => [
      text('tenantUnread', { tenant }),
      fault.message,
    ]),
    ...failed('applicationsUnread', applications.fault),
  ];
  if (facts.length === 0) return null;
  const isLacking = (unplaced?.devices.count ?? 0) > 0;
  return (
    <section className="tt-sdwan-known" aria-label={text('lastCollection')}>
      <h3>{text('lastCollection')}</h3>
      <Facts facts={facts} />
      {isLacking && <p className="tt-muted">{text('unplacedHint')}</p>}
    </section>
  );
}
