interface Pressed {
  readonly key: string;
  readonly target: EventTarget | null;
}

interface Corner {
  readonly left: number;
  readonly top: number;
}

const cornerOf = (element: HTMLElement): Corner => element.getBoundingClientRect();

/** The nearest card of the next row in a direction. */
function inNextRow(cards: readonly HTMLElement[], from: Corner, direction: 1 | -1): HTMLElement | undefined {
  const further = cards.filter((card) => (cornerOf(card).top - from.top) * direction > 1);
  const distance = (card: HTMLElement): number => Math.abs(cornerOf(card).left - from.left);
  const rows = further.map((card) => cornerOf(card).top * direction);
  const nearest = Math.min(...rows);
  return further
    .filter((card) => cornerOf(card).top * direction - nearest <= 1)
    .toSorted((one, other) => distance(one) - distance(other))[0];
}

/** The card that an arrow key leads to, in rows of cards; from a field above them the first one. Undefined: the key means something else there. */
export function nextByArrow(
  cards: readonly HTMLElement[],
  { key, target }: Pressed,
): HTMLElement | undefined {
  const at = cards.indexOf(target as HTMLElement);
  if (at === -1) return key === 'ArrowDown' ? cards[0] : undefined;
  const from = cards[at];
  if (from === undefined) return undefined;
  switch (key) {
    case 'ArrowRight':
      return cards[at + 1];
    case 'ArrowLeft':
      return cards[at - 1];
    case 'ArrowDown':
      return inNextRow(cards, cornerOf(from), 1);
    case 'ArrowUp':
      return inNextRow(cards, cornerOf(from), -1);
    case 'Home':
      return cards[0];
    case 'End':
      return cards.at(-1);
    default:
      return undefined;
  }
}
