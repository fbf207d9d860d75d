import { useId } from 'react';
import { fillOf } from '#schemas/brand/paint.ts';
import type { ItemOf } from '#schemas/report/item.ts';

/** Lengths of dashes by the width of the stroke. */
function dashes({ strokeStyle, strokeWidth }: ItemOf<'shape'>): string | undefined {
  if (strokeStyle === 'solid') return undefined;
  const width = Math.max(1, strokeWidth);
  return strokeStyle === 'dashed'
    ? `${String(width * 4)} ${String(width * 2)}`
    : `${String(width)} ${String(width * 2)}`;
}

function Outline({ item, arrow }: { readonly item: ItemOf<'shape'>; readonly arrow: string }) {
  const { width, height } = item.frame;
  const { shape, strokeWidth, radius } = item;
  const half = item.stroke === undefined ? 0 : strokeWidth / 2;
  const [right, bottom] = [Math.max(half, width - half), Math.max(half, height - half)];
  switch (shape) {
    case 'rectangle':
      return <rect x={half} y={half} width={right - half} height={bottom - half} rx={radius} />;
    case 'ellipse':
      return <ellipse cx={width / 2} cy={height / 2} rx={(right - half) / 2} ry={(bottom - half) / 2} />;
    case 'triangle':
      return (
        <polygon
          points={`${String(width / 2)},${String(half)} ${String(right)},${String(bottom)} ${String(half)},${String(bottom)}`}
        />
      );
    case 'line':
      return <line x1={half} y1={height / 2} x2={right} y2={height / 2} />;
    case 'arrow':
      return (
        <line
          x1={half}
          y1={height / 2}
          x2={right - strokeWidth * 2}
          y2={height / 2}
          markerEnd={`url(#${arrow})`}
        />
      );
  }
}

/** A shape on a page, in the pixels of its frame. */
export function ShapeView({ item }: { readonly item: ItemOf<'shape'> }) {
  const arrow = useId();
  const { frame, shape, fill, stroke, strokeWidth } = item;
  const isLine = shape === 'line' || shape === 'arrow';
  const drawn = fillOf(stroke ?? (isLine ? '#151a21' : undefined));
  return (
    <svg
      className="tt-report-shape"
      viewBox={`0 0 ${String(frame.width)} ${String(frame.height)}`}
      // Properties are values of a style, not of attributes.
      style={{ fill: isLine ? 'none' : (fillOf(fill) ?? 'none'), stroke: drawn ?? 'none' }}
      strokeWidth={drawn === undefined ? 0 : strokeWidth}
      strokeDasharray={dashes(item)}
      aria-hidden
    >
      {shape === 'arrow' && (
        <marker id={arrow} viewBox="0 0 6 6" refX="3" refY="3" markerWidth="6" markerHeight="6" orient="auto">
          <path d="M0 0 6 3 0 6z" style={{ fill: drawn, stroke: 'none' }} />
        </marker>
      )}
      <Outline item={item} arrow={arrow} />
    </svg>
  );
}
