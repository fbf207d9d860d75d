import type { Route } from '#schemas/route.ts';
import { downloadBlob } from '#web/lib/download-text.ts';
import { ApiProblem, problemFrom } from '../api/api-problem.ts';
import { exchange, type CallOptions } from '../api/call.ts';

/** A route whose reply is a file. */
export type FileRoute = Route & { readonly media: string };

/** The name in `content-disposition` (RFC 6266), that in UTF-8 first. */
export function fileNameIn(header: string | null): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(header ?? '') ?? [];
  if (encoded !== undefined) return decodeURIComponent(encoded);
  return /filename="([^"]*)"/i.exec(header ?? '')?.[1];
}

const failed = (status: number, cause?: unknown): ApiProblem =>
  new ApiProblem({ code: 'DOWNLOAD_FAILED', status, cause });

/** The problem of the server; a refusal that names none is a failed download. */
async function refusalOf(response: Response): Promise<ApiProblem> {
  const problem = await problemFrom(response);
  return problem.code === 'UNEXPECTED' ? failed(response.status, problem) : problem;
}

const fullBody = (response: Response): Promise<Blob> =>
  response.blob().catch((cause: unknown) => {
    throw failed(response.status, cause);
  });

/**
 * Downloads the file of a route under the name that the server gives it, once it has arrived in full.
 * @throws ApiProblem for a rejection, an unreachable server, and a file that breaks off (`DOWNLOAD_FAILED`).
 */
export async function downloadFile<R extends FileRoute>(route: R, options: CallOptions<R>): Promise<void> {
  const { response } = await exchange(route, options);
  if (!response.ok) throw await refusalOf(response);
  const name = fileNameIn(response.headers.get('content-disposition')) ?? 'download';
  downloadBlob(name, await fullBody(response));
}

/** A file that is no route of the contracts: metadata, a MIB, the document of the API. */
export interface AddressedFile {
  readonly address: string;
  readonly name: string;
}

/** As `downloadFile`, under a name of ours. */
export async function downloadAddressed({ address, name }: AddressedFile): Promise<void> {
  const response = await fetch(address).catch((cause: unknown) => {
    throw new ApiProblem({ code: 'NETWORK_UNREACHABLE', status: 0, cause });
  });
  if (!response.ok) throw await refusalOf(response);
  downloadBlob(name, await fullBody(response));
}
