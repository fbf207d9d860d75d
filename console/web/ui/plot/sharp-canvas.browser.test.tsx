import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { expect, it } from 'vitest';
import { sharpCanvas } from './sharp-canvas.ts';

it.each([1, 1.5, 2.5])('a chart that is zoomed %f times has a pixel for each of the screen', (zoom) => {
  const place = document.createElement('div');
  place.style.zoom = String(zoom);
  document.body.append(place);
  const plot = new uPlot(
    { width: 400, height: 200, series: [{}, { stroke: '#000' }], hooks: { setSize: [sharpCanvas] } },
    [
      [1, 2, 3],
      [1, 5, 2],
    ],
    place,
  );
  return new Promise<void>((resolve) => {
    requestAnimationFrame(() => {
      const { canvas } = plot.ctx;
      const shown = canvas.getBoundingClientRect();
      expect(canvas.width).toBeCloseTo(shown.width * devicePixelRatio, -1);
      expect(canvas.height).toBeCloseTo(shown.height * devicePixelRatio, -1);
      expect(shown.width).toBeCloseTo(400 * zoom, 0);
      plot.destroy();
      place.remove();
      resolve();
    });
  });
});
