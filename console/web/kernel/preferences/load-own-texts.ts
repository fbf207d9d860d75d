import type { NamedTexts } from '#schemas/text/own-texts.ts';
import { overrideTexts } from '#web/lib/text.ts';

const loads = new Map<string, Promise<void>>();

async function load(tag: string, file: string): Promise<void> {
  const response = await fetch(new URL(`texts/${file}`, document.baseURI));
  if (!response.ok) throw new Error(`${file}: status ${String(response.status)}`);
  overrideTexts(tag, (await response.json()) as NamedTexts);
}

/** Loads a file of texts once. */
export function loadOnce(tag: string, file: string): Promise<void> {
  const loading = loads.get(tag) ?? load(tag, file);
  loads.set(tag, loading);
  // What failed is loaded again with the next choice.
  loading.catch(() => loads.delete(tag));
  return loading;
}
