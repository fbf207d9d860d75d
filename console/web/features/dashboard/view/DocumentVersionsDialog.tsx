import type { ComponentType } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DocumentEntry } from '#schemas/dashboard/entry.ts';
import { differenceIn } from '#schemas/dashboard/translated.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useAction } from '#web/kernel/query/use-route-action.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Button } from '#web/ui/button/Button.tsx';
import { Time } from '#web/ui/text/Time.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import type { PanelState } from '#web/ui/panel/panel-state.ts';
import { useDocumentCache } from '../document-queries.ts';
import { useDocumentPlace } from '../document-page.ts';
import { useEditReason } from '../library/use-edit-reason.ts';
import { useDashboardTexts } from '../texts/en.ts';
import { DifferenceList } from './DifferenceList.tsx';
import './versions.css';

/** A document with its versions. */
interface DocumentOfVersions extends Pick<
  DocumentEntry,
  'id' | 'version' | 'name' | 'edit' | 'reachesOthers'
> {
  readonly document: unknown;
}

interface Shown {
  /** What changed since a version, in words; default: of a dashboard or home page. */
  readonly differences?: ComponentType<{ readonly difference: never }> | undefined;
  /** Called with a version that was restored. */
  readonly onRestored?: (restored: DocumentEntry) => void;
}

interface ComparisonProps extends Shown {
  readonly entry: DocumentOfVersions;
  readonly number: number;
  readonly isNewest: boolean;
}

function Comparison({ entry, number, isNewest, differences: Differences, onRestored }: ComparisonProps) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { api, change } = useDocumentPlace();
  const editReason = useEditReason();
  const cacheDocument = useDocumentCache(api);
  const comparison = useQuery(
    namedQuery(api.kind, ['versions', entry.id, number, entry.version], (signal) =>
      api.compare(entry.id, number, signal),
    ),
  );
  const { run, isPending } = useAction([]);
  const restore = () =>
    run(() => api.restore(entry, number), {
      done: text('restoredVersion', { number }),
      onDone(restored) {
        cacheDocument(restored);
        onRestored?.(restored);
        change({ versions: false, version: undefined }, true);
      },
    });
  const reason = editReason(entry) ?? (isNewest ? text('newestVersion') : undefined);
  return (
    <div className="tt-document-comparison">
      <Panel label={text('versionSince', { number })} state={panelStateOf(comparison, language)}>
        <h3>{text('versionSince', { number })}</h3>
        {comparison.data !== undefined &&
          (Differences === undefined ? (
            <DifferenceList
              difference={differenceIn(
                comparison.data,
                entry.document as DocumentEntry['document'],
                language,
              )}
            />
          ) : (
            // Of the kind of the document.
            <Differences difference={comparison.data as never} />
          ))}
      </Panel>
      <div className="tt-document-restore">
        <Button kind="primary" busy={isPending} disabledReason={reason} onClick={restore}>
          {text('restoreVersion', { number })}
        </Button>
      </div>
    </div>
  );
}

/** The versions of a document, newest first, with what changed since the selected one. */
export function DocumentVersionsDialog({ entry, ...shown }: { readonly entry: DocumentOfVersions } & Shown) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const { api, search, change } = useDocumentPlace();
  const list = useQuery(
    namedQuery(api.kind, ['versions', entry.id, entry.version], (signal) =>
      api.listVersions(entry.id, signal),
    ),
  );
  const state: PanelState =
    list.data?.length === 0
      ? { is: 'empty', title: text('noVersions'), hint: text('noVersionsHint') }
      : panelStateOf(list, language);
  const { version: selected } = search;
  return (
    <Dialog
      open
      title={text('versionsOf', { name: entry.name })}
      width={860}
      onClose={() => change({ versions: false, version: undefined }, true)}
    >
      <Panel label={text('versions')} state={state}>
        <div className="tt-document-versions">
          <ol className="tt-document-version-list" reversed>
            {list.data?.map(({ number, at, author, restored }) => (
              <li key={number}>
                <button
                  type="button"
                  className="tt-document-version"
                  aria-pressed={number === selected}
                  onClick={() => change({ version: number }, true)}
                >
                  <strong>{text('versionNumber', { number })}</strong>
                  <Time as="time" at={at} />
                  <span className="tt-muted">{author ?? ''}</span>
                  {restored !== null && (
                    <span className="tt-muted">{text('restoredFrom', { number: restored })}</span>
                  )}
                </button>
              </li>
            ))}
          </ol>
          {selected === undefined ? (
            <p className="tt-muted">{text('chooseVersion')}</p>
          ) : (
            <Comparison
              key={selected}
              {...shown}
              entry={entry}
              number={selected}
              isNewest={selected === list.data?.[0]?.number}
            />
          )}
        </div>
      </Panel>
    </Dialog>
  );
}
