import { useQuery } from '@tanstack/react-query';
import type { DataExplanation, DataLine } from '#schemas/data/data-answer.ts';
import type { AskedData } from '#schemas/data/data-request.ts';
import { formatDuration } from '#schemas/unit/duration.ts';
import { formatValue } from '#schemas/unit/format.ts';
import { ApiProblem } from '#web/kernel/api/api-problem.ts';
import { panelStateOf } from '#web/kernel/api/panel-state-of.ts';
import { useLanguage } from '#web/lib/text.ts';
import { Dialog } from '#web/ui/dialog/Dialog.tsx';
import { Panel } from '#web/ui/panel/Panel.tsx';
import { askData, useAskedDocument } from '../data/asking.ts';
import type { AskedDocument } from '../data/asking.ts';
import { useChartTexts } from '../dashlets/use-chart-texts.ts';
import { useDashboardTexts } from '../use-dashboard-texts.ts';

interface Props {
  readonly title: string;
  readonly customerId: number;
  readonly request: AskedData;
  readonly onClose: () => void;
}

/** Asks once more, with the statements. */
async function readExplanation(
  {
    customerId,
    document,
    request,
  }: Pick<Props, 'customerId' | 'request'> & { readonly document: AskedDocument },
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
  await askData({ customerId, document }, [{ ...request, explain: true }], { onLine, signal });
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
              ? chartText('explainKept')
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

/** How the values of a dashlet come about: statements, what they read, formulas, and the age of the data. */
export function ExplainDialog({ title, customerId, request, onClose }: Props) {
  const text = useDashboardTexts();
  const language = useLanguage();
  const document = useAskedDocument();
  const query = useQuery({
    queryKey: ['explain', customerId, document, request],
    queryFn: ({ signal }) => readExplanation({ customerId, document, request }, signal),
    gcTime: 0,
  });
  return (
    <Dialog open title={text('explainTitle', { title })} width={860} onClose={onClose}>
      <Panel nested label={text('explain')} state={panelStateOf(query, language)}>
        {query.data !== undefined && query.data !== null && <Explanation found={query.data} />}
      </Panel>
    </Dialog>
  );
}
