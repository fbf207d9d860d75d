import { Link } from '@tanstack/react-router';
import { IconBellOff, IconGauge, IconRefresh } from '@tabler/icons-react';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { formatTime } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Figure } from '#web/ui/layout/Figure.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { countArea } from './alert-rows.ts';
import { useAlertingTexts } from '../use-alerting-texts.ts';

interface Props {
  readonly data: AlertSnapshot | undefined;
  /** Sites in the visible area of the map. */
  readonly area: ReadonlySet<number> | undefined;
  /** Milliseconds since 1970. */
  readonly lastCheck: number | undefined;
  readonly refreshing: boolean;
  readonly refresh: () => void;
  readonly customerId: number;
}

function Counters({ data, area }: { readonly data: AlertSnapshot; readonly area: Props['area'] }) {
  const text = useAlertingTexts();
  const inView = countArea(data, area);
  const { unhandled } = data.counts;
  const explained = data.alarms.filter(({ parent }) => parent !== undefined).length;
  return (
    <div className="tt-figures">
      <Figure value={data.alarms.length} label={text('running', { count: data.alarms.length })} />
      <Figure value={unhandled} label={text('unhandled', { count: unhandled })} />
      {explained > 0 && <Figure value={explained} label={text('explained', { count: explained })} />}
      <Figure value={inView.alarms} label={text('onArea', { count: inView.alarms })} />
      <Figure value={inView.sites} label={text('sitesOnArea', { count: inView.sites })} />
    </div>
  );
}

/** Title, the counters and the manual refresh. */
export function AlertHeader({ data, area, lastCheck, refreshing, refresh, customerId }: Props) {
  const text = useAlertingTexts();
  const language = useLanguage();
  const actions = (
    <>
      {lastCheck !== undefined && (
        <span className="tt-muted tt-caption">
          {text('lastCheck', { time: formatTime(lastCheck, language) })}
        </span>
      )}
      <Link className="tt-button" to="/alert/cockpit" search={{ customer: customerId }}>
        <IconGauge size={15} />
        {text('alarmDefinitions')}
      </Link>
      <Link className="tt-button" to="/alert/silence" search={{ customer: customerId }}>
        <IconBellOff size={15} />
        {text('silences')}
      </Link>
      <Button icon={<IconRefresh size={15} />} busy={refreshing} onClick={refresh}>
        {text('refresh')}
      </Button>
    </>
  );
  const aside = data === undefined ? undefined : <Counters data={data} area={area} />;
  return <PageHeader title={text('title')} aside={aside} actions={actions} />;
}
