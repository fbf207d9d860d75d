const URL_PART = /url\("?([^")]+)"?\)/;

/** What distinguishes a face from the other files of its family. */
const rangeOf = (face: CSSFontFaceRule): string => face.style.getPropertyValue('unicode-range');

const dataUrl = (blob: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => resolve(reader.result as string));
    reader.addEventListener('error', () => reject(new Error('unreadable font', { cause: reader.error })));
    reader.readAsDataURL(blob);
  });

/** The rule of a face with its file in it: a picture reads no files. */
async function withFile({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [, path = ''] = URL_PART.exec(cssText) ?? [];
  const reply = await fetch(new URL(path, parentStyleSheet?.href ?? document.baseURI));
  return cssText.replace(path, await dataUrl(await reply.blob()));
}

/** The faces that the page has loaded, as CSS. All files of a family would be seven times as large, in each dashlet. */
export async function loadedFonts(): Promise<string> {
  const loaded = new Set(
    [...document.fonts].filter(({ status }) => status === 'loaded').map(({ unicodeRange }) => unicodeRange),
  );
  const faces = [...document.styleSheets].flatMap(({ cssRules }) =>
    [...cssRules].filter((rule) => rule instanceof CSSFontFaceRule),
  );
  const used = faces.filter((face) => loaded.has(rangeOf(face)) && URL_PART.test(face.cssText));
  return (await Promise.all(used.map(withFile))).join('\n');
}
