import type { Page } from 'playwright-core';

/** What a page notes about the graphs of an element, milliseconds since its navigation. */
export interface GraphNotes {
  /** Of the click on the link. */
  readonly clickedAt: number;
  /** When the n-th chart over time was painted with a line on it. */
  readonly charts: readonly number[];
  /** When the n-th graph had its values: charts over time, figures and bars. */
  readonly graphs: readonly number[];
  /** When data was requested after the click, when its first and last bytes came, and when the element was read. */
  readonly elementAt: number;
  readonly requestedAt: number;
  readonly firstByteAt: number;
  readonly lastByteAt: number;
}

interface OwnNotes {
  clickedAt: number;
  charts: number[];
  graphs: number[];
}

/**
 * Makes pages note when graphs are painted. A chart counts once uPlot stroked a line on its canvas, with the path of a series, and the canvas holds
 * pixels of the colour of that line: a canvas with axes alone is none. What is read from a canvas is read after the time was noted.
 */
export async function noteGraphs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const notes: OwnNotes = { clickedAt: Number.NaN, charts: [], graphs: [] };
    const known = new WeakSet<Element>();
    const lines = new WeakMap<HTMLCanvasElement, Set<string>>();
    const LEAST_PIXELS = 40;
    let isPlanned = false;
    // eslint-disable-next-line typescript/unbound-method -- called with its context below
    const own = CanvasRenderingContext2D.prototype.stroke;
    CanvasRenderingContext2D.prototype.stroke = function stroke(
      this: CanvasRenderingContext2D,
      path?: Path2D,
    ) {
      if (path === undefined) return void Reflect.apply(own, this, []);
      const colours = lines.get(this.canvas) ?? new Set();
      if (typeof this.strokeStyle === 'string') colours.add(this.strokeStyle);
      lines.set(this.canvas, colours);
      own.call(this, path);
      // The last chart changes nothing of the document once it is drawn.
      if (!isPlanned) {
        isPlanned = true;
        queueMicrotask(look);
      }
    };
    /** Whether a canvas holds pixels of a line that was drawn on it. */
    const holdsLine = (canvas: HTMLCanvasElement): boolean => {
      const context = canvas.getContext('2d');
      if (context === null || canvas.width === 0 || canvas.height === 0) return false;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      return [...(lines.get(canvas) ?? [])].some((colour) => {
        const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
        let found = 0;
        for (let at = 0; at < data.length && found < LEAST_PIXELS; at += 4)
          if (
            (data[at + 3] ?? 0) > 100 &&
            parts.every((part, channel) => Math.abs((data[at + channel] ?? 0) - part) < 24)
          )
            found += 1;
        return found >= LEAST_PIXELS;
      });
    };
    const isFilled = (graph: Element): boolean => {
      if (graph.querySelector('[aria-busy="true"]') !== null) return false;
      if (graph.getAttribute('data-type') === 'timeline') {
        const canvas = graph.querySelector('canvas');
        return canvas !== null && lines.has(canvas);
      }
      const box = graph.querySelector('.tt-dashlet-box');
      return (box?.textContent ?? '').trim() !== '';
    };
    const note = (graph: Element, at: number): void => {
      notes.graphs.push(at);
      if (graph.getAttribute('data-type') !== 'timeline') return;
      notes.charts.push(at);
      const canvas = graph.querySelector('canvas');
      if (canvas === null || !holdsLine(canvas))
        throw new Error(`the chart ${graph.getAttribute('aria-label') ?? ''} holds no line`);
    };
    const look = (): void => {
      isPlanned = false;
      for (const graph of document.querySelectorAll('.tt-element-graphs article'))
        if (!known.has(graph) && isFilled(graph)) {
          known.add(graph);
          // Painted with the next frame.
          requestAnimationFrame(() => requestAnimationFrame(() => note(graph, performance.now())));
        }
    };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    addEventListener(
      'click',
      ({ timeStamp }) => {
        Object.assign(notes, { clickedAt: timeStamp, charts: [], graphs: [] });
        performance.clearResourceTimings();
      },
      { capture: true },
    );
    Object.assign(globalThis, { graphNotes: notes });
  });
}

/** Waits until as many graphs have their values and as many charts their lines. */
export async function awaitGraphs(
  page: Page,
  expected: Readonly<Record<'charts' | 'graphs', number>>,
): Promise<void> {
  await page
    .waitForFunction(
      ({ charts, graphs }) => {
        const { graphNotes } = globalThis as unknown as { graphNotes: OwnNotes };
        return graphNotes.charts.length >= charts && graphNotes.graphs.length >= graphs;
      },
      expected,
      { polling: 20 },
    )
    .catch(async (cause: unknown) => {
      const { charts, graphs } = await readGraphNotes(page);
      const found = `${String(charts.length)} charts of ${String(graphs.length)} graphs`;
      const shown = await page.locator('.tt-element-graphs').innerText();
      throw new Error(`the page has ${found}, and not ${JSON.stringify(expected)}: ${shown}`, { cause });
    });
}

/** How many graphs a page shows, once each of them is drawn: those without a value have left by then. */
export async function countGraphs(page: Page): Promise<Readonly<Record<'charts' | 'graphs', number>>> {
  await page.waitForLoadState('networkidle');
  const counted = await page.waitForFunction(() => {
    const graphs = [...document.querySelectorAll('.tt-element-graphs article')];
    const charts = graphs.filter((graph) => graph.getAttribute('data-type') === 'timeline');
    const isDrawn =
      graphs.every((graph) => graph.querySelector('[aria-busy="true"]') === null) &&
      charts.every((chart) => chart.querySelector('canvas') !== null);
    return isDrawn && charts.length > 0 && { charts: charts.length, graphs: graphs.length };
  });
  const found = await counted.jsonValue();
  if (found === false) throw new Error('the page draws no chart');
  return found;
}

export const readGraphNotes = (page: Page): Promise<GraphNotes> =>
  page.evaluate(() => {
    const { graphNotes } = globalThis as unknown as { graphNotes: OwnNotes };
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    const first = (end: RegExp) =>
      files.find(
        ({ name, startTime }) => startTime >= graphNotes.clickedAt && end.test(new URL(name).pathname),
      );
    const data = first(/\/data$/);
    return {
      ...graphNotes,
      elementAt: first(/\/inventory\/\w+\/\d+$/)?.responseEnd ?? Number.NaN,
      requestedAt: data?.startTime ?? Number.NaN,
      firstByteAt: data?.responseStart ?? Number.NaN,
      lastByteAt: data?.responseEnd ?? Number.NaN,
    };
  });
