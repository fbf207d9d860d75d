/** Downloads a blob as a file. */
export function downloadBlob(name: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** Downloads a text as a file. */
export function downloadText(
  name: string,
  { text, type }: { readonly text: string; readonly type: string },
): void {
  downloadBlob(name, new Blob([text], { type }));
}
