import type uPlot from 'uplot';

/**
 * Gives a plot within an element with `zoom`, as on a wall, a pixel for each of the screen: uPlot knows those of the window only, and its
 * canvas would be enlarged as a picture. A hook of `setSize`, before it draws.
 */
export function sharpCanvas({ ctx }: Pick<uPlot, 'ctx'>): void {
  const { canvas } = ctx;
  const { currentCSSZoom: zoom = 1 } = canvas as { readonly currentCSSZoom?: number };
  if (zoom === 1) return;
  canvas.width = Math.round(canvas.width * zoom);
  canvas.height = Math.round(canvas.height * zoom);
  ctx.scale(zoom, zoom);
}
