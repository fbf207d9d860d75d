import { isPlaceholder, type PlaceholderName } from './placeholders.ts';

/** A part of a template: text, or a placeholder with its offset. `length` includes the braces. */
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
  /** Offset of the first brace. */
  readonly at: number;
}

export interface ParsedTemplate {
  readonly parts: readonly TemplatePart[];
  readonly faults: readonly TemplateFault[];
}

const OPEN = '{{';
const CLOSE = '}}';
/** Length of the excerpt in faults. */
const SHOWN = 20;

/** Of three braces, the last two open the placeholder: the first belongs to a JSON object. */
function opening(template: string, from: number): number {
  let at = template.indexOf(OPEN, from);
  while (at >= 0 && template[at + OPEN.length] === '{') at += 1;
  return at;
}

/** Splits a template into parts; an unknown placeholder stays text and is a fault. */
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

/** Whether a template contains a placeholder. */
export const usesPlaceholder = (template: string, placeholder: PlaceholderName): boolean =>
  template.includes(placeholder) &&
  parseTemplate(template).parts.some((part) => part.is === 'placeholder' && part.name === placeholder);
