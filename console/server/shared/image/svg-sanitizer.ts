import { SaxesParser, type SaxesTagPlain } from 'saxes';

/** Elements that draw and neither run, load nor link anything. */
const elements = new Set(
  `svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan textPath linearGradient radialGradient stop
   clipPath mask pattern marker filter feGaussianBlur feOffset feBlend feColorMatrix feComposite feFlood feMerge feMergeNode feMorphology
   feComponentTransfer feFuncR feFuncG feFuncB feFuncA feDropShadow style`.split(/\s+/),
);

const attributes = new Set(
  `id class d x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy width height points viewBox preserveAspectRatio transform offset href xlink:href
   fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset
   stroke-miterlimit opacity color stop-color stop-opacity clip-path clip-rule mask filter marker-start marker-mid marker-end
   gradientUnits gradientTransform spreadMethod patternUnits patternTransform patternContentUnits clipPathUnits maskUnits
   maskContentUnits markerWidth markerHeight markerUnits refX refY orient filterUnits primitiveUnits stdDeviation in in2 result mode
   type values operator k1 k2 k3 k4 flood-color flood-opacity radius tableValues slope intercept amplitude exponent text-anchor
   dominant-baseline baseline-shift font-family font-size font-style font-weight letter-spacing word-spacing text-decoration rotate
   textLength lengthAdjust startOffset display visibility overflow style version xmlns xmlns:xlink xml:space paint-order vector-effect
   shape-rendering text-rendering mix-blend-mode isolation`.split(/\s+/),
);

/** A picture is drawn with less: a document that nests deeper, or has more elements, is rejected. */
const MAX_DEPTH = 100;
const MAX_ELEMENTS = 100_000;
/** Characters between two looks at whether the picture is rejected already. */
const STEP = 65_536;

/** Functions of CSS, of its selectors and of transforms that load nothing. Others, as `image-set`, may. */
const functions = new Set(
  `rgb rgba hsl hsla hwb lab lch oklab oklch color calc min max clamp matrix translate translatex translatey scale scalex scaley rotate skewx
   skewy blur brightness contrast drop-shadow grayscale hue-rotate invert opacity saturate sepia not is where
   nth-child nth-of-type`.split(/\s+/),
);

/** Whether a value loads something: only references within the picture are allowed. An escape may hide one. */
const isForeign = (value: string): boolean =>
  /\\|@import|javascript:/i.test(value) ||
  [...value.matchAll(/([\w-]*)\(\s*(?:['"]\s*)?(.?)/g)].some(([, name = '', first]) => {
    const called = name.toLowerCase();
    return called === 'url' ? first !== '#' : called !== '' && !functions.has(called);
  });

function isAllowed(name: string, value: string): boolean {
  if (!attributes.has(name)) return false;
  if (name === 'href' || name === 'xlink:href') return value.trim().startsWith('#');
  return !isForeign(value);
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly svg: string;
}

/** A length in pixels; undefined: a percentage, or none. */
function pixels(length: string | undefined): number | undefined {
  const found = /^\s*(\d+(?:\.\d+)?)(px|pt|mm|cm|in)?\s*$/.exec(length ?? '');
  if (found === null) return undefined;
  const perUnit = { px: 1, pt: 96 / 72, mm: 96 / 25.4, cm: 96 / 2.54, in: 96 } as const;
  return Number(found[1]) * perUnit[(found[2] ?? 'px') as keyof typeof perUnit];
}

function sizeOf(root: SaxesTagPlain): { readonly width: number; readonly height: number } | undefined {
  const box = (root.attributes['viewBox'] ?? '')
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const [width, height] = [pixels(root.attributes['width']), pixels(root.attributes['height'])];
  if (width !== undefined && height !== undefined && width > 0 && height > 0) return { width, height };
  const [, , boxWidth = 0, boxHeight = 0] = box;
  return boxWidth > 0 && boxHeight > 0 ? { width: boxWidth, height: boxHeight } : undefined;
}

/** Writes what is allowed of a document while it is parsed. */
class Sanitizer {
  readonly #parts: string[] = [];
  /** Depth in an element that is left out; 0: none. */
  #skipped = 0;
  #depth = 0;
  #count = 0;
  /** Text of the open style element: comments and CDATA split it. */
  #style: string | undefined;
  #size: { readonly width: number; readonly height: number } | undefined;
  isRejected = false;

  open(tag: SaxesTagPlain): void {
    this.#depth += 1;
    this.#count += 1;
    if (this.#depth > MAX_DEPTH || this.#count > MAX_ELEMENTS) this.isRejected = true;
    if (this.#depth === 1) this.#openRoot(tag);
    if (this.#skipped > 0 || this.#style !== undefined || !elements.has(tag.name)) {
      this.#skipped += 1;
      return;
    }
    if (tag.name === 'style') this.#style = '';
    const written = Object.entries(tag.attributes)
      .filter(([name, value]) => isAllowed(name, value))
      .map(([name, value]) => ` ${name}="${escaped(value)}"`);
    this.#parts.push(`<${tag.name}${written.join('')}>`);
  }

  #openRoot(tag: SaxesTagPlain): void {
    if (tag.name === 'svg') this.#size = sizeOf(tag);
    else this.isRejected = true;
  }

  text(text: string): void {
    if (this.#skipped > 0 || this.#depth === 0) return;
    if (this.#style === undefined) this.#parts.push(escaped(text));
    else this.#style += text;
  }

  close(tag: SaxesTagPlain): void {
    this.#depth -= 1;
    if (this.#skipped > 0) {
      this.#skipped -= 1;
      return;
    }
    if (tag.name === 'style') {
      if (this.#style !== undefined && !isForeign(this.#style)) this.#parts.push(escaped(this.#style));
      this.#style = undefined;
    }
    this.#parts.push(`</${tag.name}>`);
  }

  get picture(): Picture | undefined {
    return this.isRejected || this.#size === undefined
      ? undefined
      : { ...this.#size, svg: this.#parts.join('') };
  }
}

/** Returns an SVG picture without scripts, links and foreign resources, and its size; undefined: it is none. */
export function sanitizedSvg(text: string): Picture | undefined {
  const sanitizer = new Sanitizer();
  const parser = new SaxesParser();
  const reject = (): void => {
    sanitizer.isRejected = true;
  };
  // Entities that a document defines itself can grow to gigabytes.
  parser.on('doctype', reject);
  parser.on('error', reject);
  parser.on('opentag', (tag) => sanitizer.open(tag));
  parser.on('closetag', (tag) => sanitizer.close(tag));
  parser.on('text', (data) => sanitizer.text(data));
  parser.on('cdata', (data) => sanitizer.text(data));
  for (let at = 0; at < text.length && !sanitizer.isRejected; at += STEP)
    parser.write(text.slice(at, at + STEP));
  // What is rejected is not read to its end.
  if (!sanitizer.isRejected) parser.close();
  return sanitizer.picture;
}
