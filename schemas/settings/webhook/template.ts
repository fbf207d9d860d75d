import { isPlaceholder } from './placeholders.ts';
import type { PlaceholderName } from './placeholders.ts';

/** A piece of a template: plain text, or a placeholder with its place. `length` counts the braces. */
export type TemplatePart =
  | { readonly is: 'text'; readonly text: string }
  | {
      readonly is: 'placeholder';
      readonly name: PlaceholderName;
      readonly at: number;
      readonly length: number;
    };

export interface TemplateFault {
  readonly is: 'unknown' | 'unclosed';
  readonly name: string;
  /** Offset of its first brace. */
  readonly at: number;
}

export interface ParsedTemplate {
  readonly parts: readonly TemplatePart[];
  readonly faults: readonly TemplateFault[];
}

const OPEN = '{{';
const CLOSE = '}}';
/** Enough of what follows to recognise the place. */
const SHOWN = 20;

/** Of three braces the last two open: the first one is the brace of a JSON object. */
function opening(template: string, from: number): number {
  let at = template.indexOf(OPEN, from);
  while (at >= 0 && template[at + OPEN.length] === '{') at += 1;
  return at;
}

/** The pieces of a template; what is no placeholder of ours stays text and is a fault. */
export function parseTemplate(template: string): ParsedTemplate {
  const parts: TemplatePart[] = [];
  const faults: TemplateFault[] = [];
  let from = 0;
  const textUpTo = (end: number): void => {
    if (end > from) parts.push({ is: 'text', text: template.slice(from, end) });
    from = end;
  };
  for (let at = opening(template, 0); at >= 0; at = opening(template, Math.max(from, at + 1))) {
    const close = template.indexOf(CLOSE, at + OPEN.length);
    const inside = close < 0 ? undefined : template.slice(at + OPEN.length, close);
    if (inside === undefined || /[{}\n]/.test(inside)) {
      faults.push({ is: 'unclosed', name: template.slice(at, at + SHOWN), at });
      at += 1;
      continue;
    }
    const name = inside.trim();
    if (isPlaceholder(name)) {
      textUpTo(at);
      from = close + CLOSE.length;
      parts.push({ is: 'placeholder', name, at, length: from - at });
    } else {
      faults.push({ is: 'unknown', name, at });
      at = close;
    }
  }
  textUpTo(template.length);
  return { parts, faults };
}
