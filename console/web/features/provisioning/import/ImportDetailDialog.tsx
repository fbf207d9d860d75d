import type { ImportRun } from '#schemas/provisioning/import-run.ts';
import { applyImport } from '#schemas/provisioning/routes.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useDisabledReason } from '#web/kernel/permission/use-permission.ts';
import { formatNumber } from '#web/lib/format.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Banner } from '#web/ui/feedback/Banner.tsx';
import { Button } from '#web/ui/button/Button.tsx';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Facts } from '#web/ui/layout/Facts.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { useUiTexts } from '#web/ui/texts/en.ts';
import { useImport } from '../provisioning-queries.ts';
import { useProvisioningSearch } from '../provisioning-search.ts';
import { useProvisioningTexts } from '../texts/en.ts';
import { ColumnsForm } from './ColumnsForm.tsx';
import { DifferenceTables } from './DifferenceTables.tsx';
import { ImportStateTag, obstacleReason } from './import-columns.tsx';
import { useImportActs } from './use-import-acts.ts';

function useReadAs({ source }: ImportRun): string {
  const text = useProvisioningTexts();
  if (source === null) return '–';
  const { encoding, separator, sheet } = source;
  return source.kind === 'xlsx'
    ? text('readXlsx', { sheet })
    : text('readCsv', { encoding, separator: separator === '\t' ? text('tabSeparator') : separator });
}

function ImportFacts({ run }: { readonly run: ImportRun }) {
  const text = useProvisioningTexts();
  const language = useLanguage();
  const number = (value: number) => formatNumber(value, language);
  const { added, changed, removed, unchanged } = run.counts;
  const readAs = useReadAs(run);
  return (
    <Facts
      facts={[
        [text('state'), <ImportStateTag key="state" run={run} text={text} />],
        [text('added'), number(added)],
        [text('changed'), number(changed)],
        [text('removed'), number(removed)],
        [text('unchanged'), number(unchanged)],
        [text('inError'), number(run.linesInError)],
        [text('lines'), `${number(run.linesImported)} / ${number(run.lines)}`],
        [text('read'), readAs],
      ]}
    />
  );
}

/** What is done next with an import, and its files. */
function useActions(run: ImportRun | undefined, onClose: () => void) {
  const text = useProvisioningTexts();
  const ui = useUiTexts();
  const disabledReason = useDisabledReason(applyImport);
  const { acts, apply } = useImportActs();
  if (run === undefined) return <Button onClick={onClose}>{ui('close')}</Button>;
  const options = { text, disabledReason };
  return (
    <>
      {run.hasResult && <Button onClick={() => acts.download(run, 'result')}>{text('resultFile')}</Button>}
      {obstacleReason('cancel', run, options) === undefined && (
        <Button onClick={() => acts.cancel(run)}>{text(run.state === 'held' ? 'reject' : 'cancel')}</Button>
      )}
      <Button onClick={onClose}>{ui('close')}</Button>
      {run.state !== 'finished' && run.state !== 'undone' && (
        <Button
          kind="primary"
          disabledReason={obstacleReason('apply', run, options)}
          onClick={() => apply(run)}
        >
          {text('apply')}
        </Button>
      )}
    </>
  );
}

/** An import with its difference, before and after it is applied. */
export function ImportDetailDialog({ id }: { readonly id: number }) {
  const language = useLanguage();
  const { change } = useProvisioningSearch();
  const text = useProvisioningTexts();
  const query = useImport(id);
  const run = query.data?.import;
  const close = () => change({ import: undefined });
  return (
    <Dialog
      open
      title={run?.name ?? text('title')}
      width={980}
      actions={useActions(run, close)}
      onClose={close}
    >
      <Panel label={text('difference')} state={panelStateOf(query, language)}>
        {query.data !== undefined && run !== undefined && (
          <div className="tt-provisioning-form">
            {run.failure !== null && (
              <Banner tone={run.state === 'held' ? 'warning' : 'bad'}>{run.failure.message}</Banner>
            )}
            <ImportFacts run={run} />
            <ColumnsForm key={`${run.state}-${JSON.stringify(run.mapping)}`} run={run} />
            <DifferenceTables run={run} changes={query.data.changes} faults={query.data.faults} />
          </div>
        )}
      </Panel>
    </Dialog>
  );
}
