import { useMemo, type ReactNode } from 'react';
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import { IconBellRinging, IconPencil } from '@tabler/icons-react';
import type { AlarmRow } from '#schemas/alerting/alert.ts';
import {
  createSilence,
  readSilence,
  type SilenceDetails as Details,
  type SilenceEntry,
} from '#schemas/silence/routes.ts';
import { useAlerts } from '#web/kernel/alert/alert-feed.ts';
import { useNamedAlarms } from '#web/kernel/text/use-built-in-name.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { routeQuery } from '#web/kernel/query/route-query.ts';
import { useSession } from '#web/kernel/session/session.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts, type Fact } from '#web/ui/layout/Facts.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { SeverityBadge } from '#web/ui/severity/SeverityBadge.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { SilenceStateLabel } from './SilenceStateLabel.tsx';
import { OccurrenceTime, TimesOfSilence } from './SilenceTimes.tsx';
import { whatTexts } from './silence-text.ts';
import { useSilenceTexts } from './texts/en.ts';

interface Props {
  readonly customerId: number;
  readonly silence: number;
  readonly onEdit: (entry: SilenceEntry) => void;
  readonly onEnd: (entry: SilenceEntry) => void;
  readonly onClose: () => void;
}

/** Alarms listed by name; the table of running alarms has all. */
const MAX_LISTED = 20;
/** The state changes with time. */
const REFRESH_MS = 30_000;

const namesById = (named: readonly { readonly id: number; readonly name: string }[]) =>
  new Map(named.map(({ id, name }) => [id, name]));

function useWhat({ silence, alarms, sites, elements }: Details): readonly string[] {
  const text = useSilenceTexts();
  const ui = useUiTexts();
  const names = { alarms: namesById(alarms), sites: namesById(sites), elements: namesById(elements) };
  const what = whatTexts(silence.match, names, (severity) => ui(severity));
  const everyCustomer = silence.customer === null ? [text('everyCustomer')] : [];
  return [...(what.length === 0 ? [text('everything')] : what), ...everyCustomer];
}

const lines = (parts: readonly string[]): ReactNode => (
  <ul className="tt-silence-lines">
    {parts.map((part) => (
      <li key={part}>{part}</li>
    ))}
  </ul>
);

/** The running alarms that are silenced by it now, each with the way to its details. */
function SilencedNow({ customerId, silence }: Pick<Props, 'customerId' | 'silence'>) {
  const text = useSilenceTexts();
  const { data } = useAlerts(customerId, useNamedAlarms());
  const silenced = useMemo(
    () => data?.alarms.filter((alarm) => alarm.silenced?.silence === silence) ?? [],
    [data, silence],
  );
  const more = silenced.length - MAX_LISTED;
  const link = ({ id, name, elementName, severity }: AlarmRow) => (
    <li key={id}>
      <SeverityBadge short status={severity} />
      <Link to="/alert" search={{ customer: customerId, open: id }}>
        {text('matched', { alarm: name, element: elementName })}
      </Link>
    </li>
  );
  return (
    <section>
      <h3 className="tt-silence-heading">{text('silencedNow', { count: silenced.length })}</h3>
      <ul className="tt-silence-alarms">{silenced.slice(0, MAX_LISTED).map(link)}</ul>
      {more > 0 && <p className="tt-muted">{text('matchedMore', { count: more })}</p>}
    </section>
  );
}

function Actions({ silence, onEdit, onEnd }: Pick<Details, 'silence'> & Pick<Props, 'onEdit' | 'onEnd'>) {
  const text = useSilenceTexts();
  const withoutRight = useDisabledReason(createSilence);
  const isProvider = useSession().scopes.includes('admin');
  const ofProvider = silence.customer === null && !isProvider ? text('ofProvider') : undefined;
  const disabledReason = withoutRight ?? ofProvider;
  return (
    <div className="tt-handling-actions">
      <Button icon={<IconPencil size={15} />} disabledReason={disabledReason} onClick={() => onEdit(silence)}>
        {text('editIt')}
      </Button>
      <Button
        icon={<IconBellRinging size={15} />}
        disabledReason={disabledReason}
        onClick={() => onEnd(silence)}
      >
        {text('endAction')}
      </Button>
    </div>
  );
}

function Body({ details, ...props }: Omit<Props, 'onClose'> & { readonly details: Details }) {
  const text = useSilenceTexts();
  const { silence } = details;
  const { state, next, author, maintenance } = silence;
  const what = useWhat(details);
  const facts: readonly Fact[] = [
    [text('what'), lines(what)],
    [text('when'), <TimesOfSilence key="when" of={silence} />],
    ...(silence.recurrence === null || next.length === 0
      ? []
      : [
          [
            text('preview'),
            <ul key="next" className="tt-silence-lines">
              {next.map((each) => (
                <li key={each.from}>
                  <OccurrenceTime {...each} />
                </li>
              ))}
            </ul>,
          ] as const,
        ]),
    [text('maintenance'), text(maintenance ? 'maintenanceHint' : 'noMaintenance')],
    [text('author'), author],
  ];
  return (
    <div className="tt-drawer-parts">
      {state !== 'over' && <Actions {...props} silence={silence} />}
      <Facts facts={facts} />
      {state === 'active' && <SilencedNow customerId={props.customerId} silence={silence.id} />}
    </div>
  );
}

/** A silence: what it matches, when, why, by whom, and which running alarms it silences now. */
export function SilenceDrawer(props: Props) {
  const { customerId, silence, onClose } = props;
  const text = useSilenceTexts();
  const language = useLanguage();
  const details = useQuery({
    ...routeQuery(readSilence, { params: { customerId, silence } }),
    refetchInterval: REFRESH_MS,
  });
  const shown = details.data?.silence;
  const title = (
    <>
      {shown !== undefined && <SilenceStateLabel state={shown.state} />}
      <h2>{shown?.reason ?? text('details')}</h2>
    </>
  );
  return (
    <Drawer title={title} label={text('details')} onClose={onClose}>
      <Panel label={text('details')} state={panelStateOf(details, language)}>
        {details.data !== undefined && <Body {...props} details={details.data} />}
      </Panel>
    </Drawer>
  );
}
