import { useMemo } from 'react';
import {
  healthGroups,
  healthStates,
  type HealthComponent,
  type HealthGroup,
} from '#schemas/health/component.ts';
import { downloadSupportBundle, type HealthChange } from '#schemas/health/routes.ts';
import { formatAge } from '#schemas/unit/duration.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useFileDownload } from '#web/kernel/download/use-file-download.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { useNow } from '#web/lib/clock.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Switch } from '#web/ui/field/Switch.tsx';
import { PageHeader } from '#web/ui/layout/PageHeader.tsx';
import { ScrollRegion } from '#web/ui/layout/ScrollRegion.tsx';
import { Toolbar } from '#web/ui/layout/Toolbar.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { ComponentDrawer } from './ComponentDrawer.tsx';
import { ComponentRow } from './ComponentRow.tsx';
import { useHealth, useHealthChanges } from './health-queries.ts';
import { useHealthSearch } from './health-search.ts';
import { stripOf } from './month-strip.ts';
import { StateDot } from './StateDot.tsx';
import { useHealthTexts } from './texts/en.ts';
import './health.css';

const none: readonly HealthComponent[] = [];
/** Strips move by the minute. */
const STRIP_STEP_MS = 60_000;

const isNotable = ({ state }: HealthComponent): boolean => state === 'warning' || state === 'critical';

/** How old the judgement is by the clock of the server. */
function JudgedAge({ at }: { readonly at: number }) {
  const text = useHealthTexts();
  const language = useLanguage();
  const now = useNow();
  return (
    <span className="tt-muted">{text('judged', { age: formatAge(Math.max(0, now - at), language) })}</span>
  );
}

/** Number of components in each state, worst first. */
function Summary({ components }: { readonly components: readonly HealthComponent[] }) {
  const text = useHealthTexts();
  return (
    <ul className="tt-health-summary" aria-label={text('summary')}>
      {healthStates.toReversed().map((state) => {
        const count = components.filter((one) => one.state === state).length;
        return (
          <li key={state} data-empty={count === 0}>
            <StateDot state={state} /> {count}
          </li>
        );
      })}
    </ul>
  );
}

function BundleButton() {
  const text = useHealthTexts();
  const disabledReason = useDisabledReason(downloadSupportBundle);
  const { busy, download } = useFileDownload();
  return (
    <Button
      busy={busy}
      disabledReason={disabledReason}
      onClick={() => void download(downloadSupportBundle, {})}
    >
      {text('bundle')}
    </Button>
  );
}

interface GroupProps {
  readonly group: HealthGroup;
  readonly components: readonly HealthComponent[];
  readonly changes: readonly HealthChange[] | undefined;
}

/** The components of a group, with their month. */
function Group({ group, components, changes }: GroupProps) {
  const text = useHealthTexts();
  const { search, change } = useHealthSearch();
  const stepMs = Math.floor(useNow() / STRIP_STEP_MS) * STRIP_STEP_MS;
  const strips = useMemo(
    () => changes && new Map(components.map(({ id }) => [id, stripOf(id, changes, stepMs)])),
    [changes, components, stepMs],
  );
  if (components.length === 0) return null;
  return (
    <section className="tt-health-group">
      <h2>{text(`group_${group}`)}</h2>
      <ul>
        {components.map((component) => (
          <ComponentRow
            key={component.id}
            component={component}
            days={strips?.get(component.id)}
            isOpen={search.open === component.id}
            onOpen={() => change({ open: search.open === component.id ? undefined : component.id })}
          />
        ))}
      </ul>
    </section>
  );
}

interface GroupsProps {
  /** Undefined until loaded. */
  readonly components: readonly HealthComponent[] | undefined;
  readonly month: ReturnType<typeof useHealthChanges>;
}

/** The components that the address wants, in groups. */
function Groups({ components, month }: GroupsProps) {
  const text = useHealthTexts();
  const { search } = useHealthSearch();
  const unknown = (components ?? none).filter(({ state }) => state === 'unknown').length;
  const shown = (components ?? none).filter((one) => search.notable !== true || isNotable(one));
  return (
    <ScrollRegion className="tt-health-groups" role="group" label={text('platform')}>
      {components !== undefined && shown.length === 0 && (
        <p className="tt-muted">
          {unknown === 0 ? text('allInOrder') : text('knownInOrder', { count: unknown })}
        </p>
      )}
      {month.isError && <p className="tt-muted">{text('monthUnread')}</p>}
      {healthGroups.map((group) => (
        <Group
          key={group}
          group={group}
          components={shown.filter((one) => one.group === group)}
          changes={month.data?.changes}
        />
      ))}
    </ScrollRegion>
  );
}

/** Health monitoring: every part of the platform with its state, reason and month. */
export function HealthPage() {
  const text = useHealthTexts();
  const language = useLanguage();
  const { search, change } = useHealthSearch();
  const query = useHealth();
  const month = useHealthChanges();
  const components = query.data?.components;
  const opened = components?.find(({ id }) => id === search.open);
  return (
    <div className="tt-page">
      <PageHeader
        title={text('title')}
        aside={query.data !== undefined && <JudgedAge at={query.data.at} />}
        actions={<BundleButton />}
      />
      <Toolbar label={text('platform')} end={<Summary components={components ?? none} />}>
        <Switch
          label={text('onlyNotable')}
          checked={search.notable ?? false}
          onChange={(on) => change({ notable: on ? true : undefined })}
        />
      </Toolbar>
      <div className="tt-health-sides">
        <Panel label={text('platform')} state={panelStateOf(query, language)}>
          <Groups components={components} month={month} />
        </Panel>
        {opened !== undefined && (
          <ComponentDrawer
            component={opened}
            changes={month.data?.changes.filter(({ component }) => component === opened.id)}
            onClose={() => change({ open: undefined })}
          />
        )}
      </div>
    </div>
  );
}
