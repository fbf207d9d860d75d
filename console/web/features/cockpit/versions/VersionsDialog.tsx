import { useQuery } from '@tanstack/react-query';
import type { Cockpit } from '#schemas/cockpit/cockpit.ts';
import { MAX_COCKPIT_VERSIONS, type CockpitVersion } from '#schemas/cockpit/version.ts';
import { listCockpitVersions } from '#schemas/cockpit/version-routes.ts';
import { call } from '#web/kernel/api/call.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Dialog, DialogStack } from '#web/ui/dialog/Dialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { Time } from '#web/ui/text/Time.tsx';
import { useBuiltInName } from '#web/kernel/text/use-built-in-name.ts';
import { useVersionTexts } from './texts/en.ts';
import { VersionDifference } from './VersionDifference.tsx';
import './versions.css';

interface Props {
  readonly cockpit: Cockpit;
  /** The selected version. */
  readonly number: number | undefined;
  readonly onSelect: (number: number) => void;
  readonly onClose: () => void;
}

function VersionList({
  versions,
  number,
  onSelect,
}: Pick<Props, 'number' | 'onSelect'> & { readonly versions: readonly CockpitVersion[] }) {
  const text = useVersionTexts();
  return (
    <ol className="tt-version-list" reversed>
      {versions.map((version) => (
        <li key={version.number}>
          <button
            type="button"
            className="tt-version"
            aria-pressed={version.number === number}
            onClick={() => onSelect(version.number)}
          >
            <strong>{text('version', { number: version.number })}</strong>
            <span>
              <Time as="time" at={version.at} />
            </span>
            <span className="tt-muted">{version.author ?? text('product')}</span>
            {version.restored !== null && (
              <span className="tt-muted">{text('restoredFrom', { number: version.restored })}</span>
            )}
          </button>
        </li>
      ))}
    </ol>
  );
}

/** The versions of a cockpit, newest first, with what changed since the selected one. */
export function VersionsDialog({ cockpit, number, onSelect, onClose }: Props) {
  const text = useVersionTexts();
  const language = useLanguage();
  const nameOf = useBuiltInName('cockpit');
  const list = useQuery(
    namedQuery(
      'cockpit',
      ['versions', cockpit.id, cockpit.version],
      async (signal) =>
        (await call(listCockpitVersions, { params: { cockpitId: cockpit.id }, signal })).versions,
    ),
  );
  const versions = list.data ?? [];
  const state: PanelState =
    list.data?.length === 0
      ? { is: 'empty', title: text('noneTitle'), hint: text('noneHint') }
      : panelStateOf(list, language, 'TEMPLATE.COCKPIT.read');
  const selected = versions.find((version) => version.number === number);
  return (
    <DialogStack>
      <Dialog
        open
        layer="versions"
        title={text('title', { name: nameOf(cockpit.name) })}
        width={860}
        onClose={onClose}
      >
        <p className="tt-muted">{text('hint', { count: MAX_COCKPIT_VERSIONS })}</p>
        <Panel label={text('versions')} state={state}>
          <div className="tt-versions">
            <VersionList versions={versions} number={number} onSelect={onSelect} />
            {selected === undefined ? (
              <p className="tt-muted">{text('choose')}</p>
            ) : (
              <VersionDifference
                key={selected.number}
                cockpit={cockpit}
                versions={versions}
                number={selected.number}
              />
            )}
          </div>
        </Panel>
      </Dialog>
    </DialogStack>
  );
}
