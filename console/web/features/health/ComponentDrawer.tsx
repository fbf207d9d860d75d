import { useState } from 'react';
import {
  figureStyles,
  rateFigures,
  type FigureName,
  type HealthComponent,
} from '#schemas/health/component.ts';
import { componentName } from '#schemas/health/component-names.ts';
import { reasonText } from '#schemas/health/reason.ts';
import type { HealthChange } from '#schemas/health/routes.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Drawer } from '#web/ui/dialog/Drawer.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Tabs } from '#web/ui/layout/Tabs.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { Time, TimeIn } from '#web/ui/text/Time.tsx';
import { FigureChart } from './FigureChart.tsx';
import { useHealthFigures } from './health-queries.ts';
import { StateDot } from './StateDot.tsx';
import { useHealthTexts } from './texts/en.ts';

const MAX_CHANGES = 20;

const namesIn = (figures: HealthComponent['figures']): readonly FigureName[] =>
  (Object.keys(figureStyles) as FigureName[]).filter((name) => figures[name] !== undefined);

/** Formats a figure with its unit; a rate is per second. */
function useFigureText(): (name: FigureName, value: number) => string {
  const text = useHealthTexts();
  const language = useLanguage();
  return (name, value) => {
    const shown = formatValue(value, figureStyles[name], language);
    return rateFigures.includes(name) ? text('perSecond', { value: shown }) : shown;
  };
}

/** Each figure of the last hour or month that has at least two values. */
function Charts({ component }: { readonly component: string }) {
  const text = useHealthTexts();
  const language = useLanguage();
  const format = useFigureText();
  const [period, setPeriod] = useState<'recent' | 'month'>('recent');
  const query = useHealthFigures(component);
  const points = query.data?.[period] ?? [];
  const names = namesIn(points.at(-1)?.figures ?? {});
  const charts = names
    .map((name) => ({
      name,
      points: points.flatMap(({ at, figures: { [name]: value } }) =>
        value === undefined ? [] : [{ at, value }],
      ),
    }))
    .filter((one) => one.points.length > 1);
  const content = (
    <Panel label={text('charts')} state={panelStateOf(query, language)} nested skeleton="block">
      {charts.length === 0 && <p className="tt-muted">{text('noPoints')}</p>}
      {charts.map((one) => (
        <FigureChart
          key={one.name}
          name={text(`figure_${one.name}`)}
          points={one.points}
          format={(value) => format(one.name, value)}
        />
      ))}
    </Panel>
  );
  return (
    <Tabs
      label={text('charts')}
      chosen={period}
      onChoose={(chosen) => setPeriod(chosen === 'month' ? 'month' : 'recent')}
      tabs={[
        { id: 'recent', label: text('lastHour'), content },
        { id: 'month', label: text('lastMonth'), content },
      ]}
    />
  );
}

interface Props {
  readonly component: HealthComponent;
  /** Of this component, oldest first; undefined while they cannot be read. */
  readonly changes: readonly HealthChange[] | undefined;
  readonly onClose: () => void;
}

function Changes({ changes }: { readonly changes: readonly HealthChange[] }) {
  const text = useHealthTexts();
  const language = useLanguage();
  if (changes.length === 0) return <p className="tt-muted">{text('noChanges')}</p>;
  return (
    <ul className="tt-health-changes">
      {changes
        .slice(-MAX_CHANGES)
        .toReversed()
        .map(({ at, state, reason }) => (
          <li key={at}>
            <StateDot state={state} />
            <span>
              <Time as="time" at={at} /> {reasonText(reason, language).reason}
            </span>
          </li>
        ))}
    </ul>
  );
}

/** How long ago figures were read: “2.3 s ago”. */
function ReadAge({ at }: { readonly at: number }) {
  const text = useHealthTexts();
  return <TimeIn as="age" sentence={(time) => text('readAgo', { time })} at={at} />;
}

/** Everything about one part of the platform: reason, what to do, figures, charts and changes. */
export function ComponentDrawer({ component, changes, onClose }: Props) {
  const text = useHealthTexts();
  const language = useLanguage();
  const format = useFigureText();
  const { id, state, figures, readAt, release } = component;
  const name = componentName(component.id, language);
  const { reason, action } = reasonText(component.reason, language);
  return (
    <Drawer
      label={name}
      title={
        <>
          <StateDot state={state} /> {name}
        </>
      }
      onClose={onClose}
    >
      <section className="tt-health-section">
        <p>{reason}</p>
        {action !== undefined && (
          <>
            <h3>{text('whatToDo')}</h3>
            <p>{action}</p>
          </>
        )}
      </section>
      <section className="tt-health-section">
        <h3>{text('figures')}</h3>
        <Facts
          facts={[
            ...namesIn(figures).map(
              (one) => [text(`figure_${one}`), format(one, figures[one] ?? 0)] as const,
            ),
            ...(release === null ? [] : [[text('release'), release] as const]),
            [text('readAt'), readAt === null ? text('neverRead') : <ReadAge key="at" at={readAt} />],
          ]}
        />
      </section>
      <section className="tt-health-section">
        <h3>{text('charts')}</h3>
        <Charts key={id} component={id} />
      </section>
      <section className="tt-health-section">
        <h3>{text('changes')}</h3>
        {changes === undefined ? (
          <p className="tt-muted">{text('monthUnread')}</p>
        ) : (
          <Changes changes={changes} />
        )}
      </section>
    </Drawer>
  );
}
