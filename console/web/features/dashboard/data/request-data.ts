import { createContext, useContext } from 'react';
import type { z } from 'zod';
import { documentData } from '#schemas/dashboard/document-data-routes.ts';
import type { ShownKind } from '#schemas/dashboard/kind/shown-kind.ts';
import type { DataLine } from '#schemas/data/data-result-size.ts';
import type { DataRequestInput } from '#schemas/data/data-request.ts';
import { listElements } from '#schemas/data/element-routes.ts';
import { readData } from '#schemas/data/routes.ts';
import { callLines } from '#web/kernel/api/call-lines.ts';
import { call } from '#web/kernel/api/call.ts';

/** The document whose readers get what it shows and nothing else; undefined: the reader may request anything. */
export type SourceDocument = { readonly kind: ShownKind; readonly id: number } | undefined;

const Requested = createContext<SourceDocument>(undefined);
export const SourceDocumentProvider = Requested.Provider;
export const useSourceDocument = (): SourceDocument => useContext(Requested);

interface Of {
  readonly customerId: number;
  readonly document: SourceDocument;
}

/** Requests the values of dashlets with the rights that the reader has. */
export function requestData(
  { customerId, document }: Of,
  requests: readonly DataRequestInput[],
  { onLine, signal }: { readonly onLine: (line: DataLine) => void; readonly signal: AbortSignal },
): Promise<void> {
  const body = { requests: [...requests] };
  if (document === undefined) return callLines(readData, { params: { customerId }, body, signal }, onLine);
  const params = { customerId, resourceId: document.id };
  return callLines(documentData[document.kind].data, { params, body, signal }, onLine);
}

/** Requests the elements of a filter or of a list with the rights that the reader has. */
export function requestElements(
  { customerId, document }: Of,
  body: z.input<typeof listElements.body>,
  signal: AbortSignal,
): Promise<z.output<typeof listElements.reply>> {
  if (document === undefined) return call(listElements, { params: { customerId }, body, signal });
  const params = { customerId, resourceId: document.id };
  return call(documentData[document.kind].elements, { params, body, signal });
}
