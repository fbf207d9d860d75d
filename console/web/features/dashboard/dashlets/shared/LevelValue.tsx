import type { Level } from './level-of.ts';
import { useChartTexts } from '../use-chart-texts.ts';

/** A value with its level as colour and, for screen readers and prints without colours, as word. */
export function LevelValue({ level, text }: { readonly level: Level | undefined; readonly text: string }) {
  const words = useChartTexts();
  if (level === undefined) return <span className="tt-level">{text}</span>;
  return (
    <span className="tt-level" data-level={level} title={words(`level_${level}`)}>
      {text}
      <span className="tt-hidden"> {words(`level_${level}`)}</span>
    </span>
  );
}
