import type { Clock } from '#platform/clock/clock.ts';
import { fileNameOf } from './file-name.ts';
import type { Chromium } from './pdf/chromium.ts';
import { withMetadata } from './pdf/add-metadata.ts';
import { withinMemory } from './pdf/memory-limit.ts';
import { printReport } from './pdf/print-report.ts';
import type { Renderer, RenderInput, RenderOutput } from './render-worker.ts';
import { renderTables } from './table/render-tables.ts';

interface RendererNeeds {
  readonly chromium: Chromium;
  /** Address of the console. */
  readonly consoleUrl: string;
  /** Its address in browsers; empty: not known. */
  readonly publicUrl: string;
  readonly clock: Clock;
  /** Of Chromium while it prints: a report that needs more fails. */
  readonly maxMemoryBytes: number;
}

async function renderPdf(
  { chromium, consoleUrl, publicUrl, clock, maxMemoryBytes: maxBytes }: RendererNeeds,
  { run, token, signal, onProgress }: RenderInput,
): Promise<RenderOutput> {
  const { from, to, timeZone, language, variables } = run.parameters;
  const order = {
    report: run.report_id,
    customer: run.customer_id,
    from,
    to,
    timeZone,
    language,
    variables,
    consoleUrl,
    publicUrl,
    token,
  };
  const { name, pdf, preview } = await chromium.use((browser) =>
    withinMemory(browser, { maxBytes, clock, signal }, (limited) =>
      printReport(browser, order, { clock, signal: limited, onProgress }),
    ),
  );
  return {
    file: {
      name: fileNameOf(name, run.parameters, 'pdf'),
      content: withMetadata(pdf, { title: name, language, at: clock.now() }),
    },
    preview: { content: preview },
  };
}

/** Renders a report in its format: PDF by the browser, tables from the same requests without it. */
export const reportRenderer =
  (needs: RendererNeeds): Renderer =>
  (input) =>
    input.run.format === 'pdf' ? renderPdf(needs, input) : renderTables(needs, input);
