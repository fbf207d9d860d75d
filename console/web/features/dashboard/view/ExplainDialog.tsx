import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { DataExplanation, DataLine, DataResult } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { usePermission } from '#web/kernel/permission/use-permission.ts';
import { namedQuery } from '#web/kernel/query/route-query.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { requestData, useSourceDocument, type SourceDocument } from '../data/request-data.ts';
import { useChartTexts } from '../dashlets/texts/en.ts';
import { Provenance } from '../provenance/Provenance.tsx';
import { useProvenanceTexts } from '../provenance/texts/en.ts';
import { useDashboardTexts } from '../texts/en.ts';

interface Props {
  readonly title: string;
  readonly customerId: number;
  readonly request: DataRequestInput;
  /** Names of the series. */
  readonly names: readonly string[];
  /** What the dashlet shows; undefined: nothing yet. */
  readonly result: DataResult | undefined;
  readonly onClose: () => void;
}

/** Repeats the request, with the statements. */
async function readExplanation(
  {
    customerId,
    document,
    request,
  }: Pick<Props, 'customerId' | 'request'> & { readonly document: SourceDocument },
  signal: AbortSignal,
): Promise<DataExplanation | null> {
  let found: DataExplanation | null = null;
  const onLine = (line: DataLine): void => {
    if (line.state === 'ready') found = line.result.explanation ?? null;
    if (line.state === 'error') {
      const { code, status, params } = line.problem;
      throw new ApiProblem({ code, status, params });
    }
  };
  await requestData({ customerId, document }, [{ ...request, explain: true }], { onLine, signal });
  return found;
}

function Explanation({ found }: { readonly found: DataExplanation }) {
  const text = useDashboardTexts();
  const chartText = useChartTexts();
  const language = useLanguage();
  return (
    <div className="tt-dashlet-form">
      <p>
        {text('explainAge', {
          age: formatDuration(found.dataAge * 1_000, language),
          queue: formatDuration(found.queuedMs, language),
        })}
      </p>
      {found.statements.map(({ sql, elapsedMs, readRows, readBytes, sharedBy }) => (
        <section key={sql}>
          <p className="tt-muted">
            {readRows === 0 && elapsedMs === 0
              ? chartText('explainRetained')
              : text('explainStatement', {
                  time: formatDuration(elapsedMs, language),
                  rows: formatValue(readRows, 'scalar', language),
                  bytes: formatValue(readBytes, 'byte', language),
                  count: sharedBy,
                })}
          </p>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling area must be reachable by keyboard */}
          <pre className="tt-explain-sql" tabIndex={0}>
            {sql}
          </pre>
        </section>
      ))}
      {found.formulas.map(({ kpi, strategy, formulas }) => (
        <section key={kpi}>
          <strong>{kpi}</strong> <span className="tt-muted">{chartText(`strategy-${strategy}`)}</span>
          <ul>
            {formulas.map(({ scope, formula }) => (
              <li key={scope}>
                {scope}: <code>{formula}</code>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type StatementsProps = Pick<Props, 'customerId' | 'request'>;

/** What was read, for those who look after the product. Read when it is opened. */
function Statements({ customerId, request }: StatementsProps) {
  const text = useDashboardTexts();
  const words = useProvenanceTexts();
  const language = useLanguage();
  const document = useSourceDocument();
  const [isOpen, setIsOpen] = useState(false);
  const query = useQuery({
    ...namedQuery('explain', [customerId, document, request], (signal) =>
      readExplanation({ customerId, document, request }, signal),
    ),
    enabled: isOpen,
    gcTime: 0,
  });
  return (
    <details className="tt-explain-details" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary>{words('statements')}</summary>
      {isOpen && (
        <Panel nested label={text('explain')} state={panelStateOf(query, language)}>
          {query.data !== undefined && query.data !== null && <Explanation found={query.data} />}
        </Panel>
      )}
    </details>
  );
}

/** How the values of a dashlet come about: a sentence per KPI, and for those who look after the product what was read. */
export function ExplainDialog({ title, customerId, request, names, result, onClose }: Props) {
  const text = useDashboardTexts();
  const mayExplain = usePermission('SUPPORT.MONITORING.read');
  return (
    <Dialog open title={text('explainTitle', { title })} width={860} onClose={onClose}>
      <div className="tt-dashlet-form">
        {result !== undefined && <Provenance request={request} names={names} result={result} />}
        {mayExplain && <Statements customerId={customerId} request={request} />}
      </div>
    </Dialog>
  );
}
