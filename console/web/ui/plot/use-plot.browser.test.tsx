import { describe, expect, it } from 'vitest';
import { render } from 'vitest-browser-react';
import type uPlot from 'uplot';
import { plotLook } from './plot-look.ts';
import { startPlot } from './start-plot.ts';
import { usePlot } from './use-plot.ts';

interface Props {
  readonly shape?: string;
  readonly width?: number;
  /** Receives every plot that is started. */
  readonly started?: uPlot[];
}

function Chart({ shape = 'one', width = 400, started = [] }: Props) {
  const { container } = usePlot({
    shape,
    start(place, size, zoom) {
      const { token, timeAxis, valueAxis } = plotLook(place, { scale: zoom });
      const plot = startPlot(
        place,
        [
          [1, 2, 3],
          [1, 5, 2],
        ],
        {
          ...size,
          scales: {},
          axes: [timeAxis(String), valueAxis((ticks) => ticks.map(String))],
          series: [{}, { stroke: token('accent') }],
          onCursor: () => undefined,
        },
      );
      started.push(plot);
      return plot;
    },
  });
  return <div ref={container} style={{ width, height: 200 }} />;
}

const canvases = () => document.querySelectorAll('canvas');

describe('a plot', () => {
  it.each([1, 1.5, 2.5])('that is zoomed %f times has a pixel for each of the screen', async (zoom) => {
    await render(
      <div style={{ zoom }}>
        <div style={{ width: 400 }}>
          <Chart width={400 * zoom} />
        </div>
      </div>,
    );
    await expect.poll(() => canvases().length).toBe(1);
    const canvas = canvases()[0]!;
    const shown = canvas.getBoundingClientRect();
    expect(canvas.width).toBeCloseTo(shown.width * devicePixelRatio, -1);
    expect(canvas.height).toBeCloseTo(shown.height * devicePixelRatio, -1);
    expect(shown.width).toBeCloseTo(400 * zoom, 0);
  });

  it('takes the size of its place, and is drawn again only as something else', async () => {
    const started: uPlot[] = [];
    const { rerender, unmount } = await render(<Chart started={started} />);
    await expect.poll(() => started.length).toBe(1);
    await rerender(<Chart started={started} width={300} />);
    await expect.poll(() => started[0]?.width).toBe(300);
    expect(started).toHaveLength(1);
    await rerender(<Chart started={started} width={300} shape="other" />);
    await expect.poll(() => started.length).toBe(2);
    expect(canvases()).toHaveLength(1);
    await unmount();
    expect(canvases()).toHaveLength(0);
  });
});
