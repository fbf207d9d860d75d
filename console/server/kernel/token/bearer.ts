/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1); undefined when the header is not there or another's. */
export function bearerOf(headers: { readonly authorization?: string | undefined }): string | undefined {
  const found = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '');
  return found?.[1];
}
