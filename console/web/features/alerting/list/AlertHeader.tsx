import { Link } from '@tanstack/react-router';
import { IconBellOff, IconGauge, IconRefresh } from '@tabler/icons-react';
import type { AlertSnapshot } from '#schemas/alerting/routes.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Figure } from '#web/ui/layout/Figure.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { useAlertSearch } from '../alert-search.ts';
import { useAlertingTexts } from '../texts/en.ts';

interface Props {
  readonly data: AlertSnapshot | undefined;
  readonly refreshing: boolean;
  readonly refresh: () => void;
  readonly customerId: number;
}

/** What the filters by severity do not count. Live, the unhandled ones are in the header of the console. */
function countsIn(data: AlertSnapshot | undefined) {
  if (data === undefined) return {};
  return {
    unhandled: data.counts.unhandled,
    explained: data.alarms.filter(({ parent }) => parent !== undefined).length,
  };
}

function Counters({ data, isPast }: Pick<Props, 'data'> & { readonly isPast: boolean }) {
  const text = useAlertingTexts();
  const counts: ReturnType<typeof countsIn> = countsIn(data);
  const figure = (name: keyof typeof counts) => {
    const value = counts[name];
    return <Figure value={value} label={text(name, { count: value ?? 0 })} />;
  };
  return (
    // What is put in the place of the dashes has not moved.
    <div className="tt-figures" key={String(data === undefined)}>
      {isPast && figure('unhandled')}
      {(counts.explained ?? 0) > 0 && figure('explained')}
    </div>
  );
}

/** Title, the counters and the manual refresh. */
export function AlertHeader({ data, refreshing, refresh, customerId }: Props) {
  const text = useAlertingTexts();
  const { search } = useAlertSearch();
  // A telephone has room for their pictures.
  const word = (name: 'alarmDefinitions' | 'silences' | 'refresh') => (
    <span className="tt-wide-word">{text(name)}</span>
  );
  const actions = (
    <>
      <Link className="tt-button" to="/alert/cockpit" search={{ customer: customerId }}>
        <IconGauge size={15} />
        {word('alarmDefinitions')}
      </Link>
      <Link className="tt-button" to="/alert/silence" search={{ customer: customerId }}>
        <IconBellOff size={15} />
        {word('silences')}
      </Link>
      <Button icon={<IconRefresh size={15} />} busy={refreshing} onClick={refresh}>
        {word('refresh')}
      </Button>
    </>
  );
  return (
    <PageHeader
      title={text('title')}
      aside={<Counters data={data} isPast={search.at !== undefined} />}
      actions={actions}
    />
  );
}
