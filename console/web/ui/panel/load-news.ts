/** What became of the data of a panel. */
export type LoadPhase = 'loading' | 'loaded' | 'notLoaded';

export interface LoadNews {
  /** Name of the panel. */
  readonly label: string;
  readonly phase: LoadPhase;
}

interface Words {
  readonly named: (phase: LoadPhase, what: string) => string;
  readonly counted: (phase: LoadPhase, count: number) => string;
}

/** Most panels that are named; more are counted. */
const NAMED = 2;

/**
 * What a screen reader hears of panels that changed together: failures first. Of a page with twenty panels one sentence, where each by
 * itself would talk over what is read.
 */
export function newsSentence(news: readonly LoadNews[], words: Words): string {
  const order: readonly LoadPhase[] = ['notLoaded', 'loaded', 'loading'];
  return order
    .flatMap((phase) => {
      const labels = news.filter((each) => each.phase === phase).map(({ label }) => label);
      if (labels.length > NAMED) return [words.counted(phase, labels.length)];
      return labels.map((what) => words.named(phase, what));
    })
    .join('. ');
}
