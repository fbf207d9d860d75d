import type { DifferenceBlock } from './difference-words.ts';
import { useVersionTexts } from './texts/en.ts';
import './versions.css';

/** What changed, in words: a block for the cockpit and for each alarm. */
export function DifferenceBlocks({ blocks }: { readonly blocks: readonly DifferenceBlock[] }) {
  const text = useVersionTexts();
  if (blocks.length === 0) return <p className="tt-muted">{text('same')}</p>;
  return blocks.map(({ id, title, lines }) => (
    <section key={id} className="tt-version-block" aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </section>
  ));
}
