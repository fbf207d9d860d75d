import { IconAlertTriangle } from '@tabler/icons-react';
import type { Level } from './level-of.ts';
import { useChartTexts } from '../texts/en.ts';

interface Props {
  readonly level: Level | undefined;
  readonly text: string;
  /** It is more than its line can carry: marked, with the reason on hover. */
  readonly isAbove?: boolean;
}

/** A value with its level as colour and, for screen readers and prints without colours, as word. */
export function LevelValue({ level, text, isAbove = false }: Props) {
  const words = useChartTexts();
  const mark = isAbove && (
    <span className="tt-level-above" title={words('aboveLine')}>
      <IconAlertTriangle size={12} aria-hidden="true" />
      <span className="tt-hidden"> {words('aboveLine')}</span>
    </span>
  );
  if (level === undefined)
    return (
      <span className="tt-level">
        {text}
        {mark}
      </span>
    );
  return (
    <span className="tt-level" data-level={level} title={words(`level_${level}`)}>
      {text}
      <span className="tt-hidden"> {words(`level_${level}`)}</span>
      {mark}
    </span>
  );
}
