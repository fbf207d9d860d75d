/** Points of the picture per pixel of the page: it stays sharp in a document. */
const SCALE = 2;
/** Largest side of a canvas in every browser. */
const LARGEST = 16_384;

/** Buttons of a dashlet are no part of its picture. */
const isShown = (node: Node): boolean => !(node instanceof HTMLButtonElement);

/** A PNG of a part of the page as it looks now, with the colours of the theme. */
export async function pictureOf(node: HTMLElement): Promise<Blob> {
  const { domToBlob } = await import('modern-screenshot');
  const { backgroundColor } = getComputedStyle(document.body);
  return await domToBlob(node, {
    ...{ scale: SCALE, maximumCanvasSize: LARGEST, backgroundColor, type: 'image/png' },
    filter: isShown,
  });
}
