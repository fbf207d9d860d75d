/** The token of an `Authorization: Bearer` header (RFC 6750 §2.1). Undefined for a missing header or another scheme. */
export function bearerOf(headers: { readonly authorization?: string | undefined }): string | undefined {
  const found = /^Bearer +([\w.~+/-]+=*) *$/i.exec(headers.authorization ?? '');
  return found?.[1];
}
