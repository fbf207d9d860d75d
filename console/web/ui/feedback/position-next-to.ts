export type Side = 'top' | 'bottom' | 'left' | 'right';

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

const gap = 6;
const edge = 4;
const clamp = (value: number, most: number): number => Math.max(edge, Math.min(value, most));

function positionAt(target: Box, { width, height }: Size, side: Side) {
  const middle = {
    left: target.left + (target.width - width) / 2,
    top: target.top + (target.height - height) / 2,
  };
  switch (side) {
    case 'top':
      return { left: middle.left, top: target.top - height - gap };
    case 'bottom':
      return { left: middle.left, top: target.top + target.height + gap };
    case 'left':
      return { left: target.left - width - gap, top: middle.top };
    case 'right':
      return { left: target.left + target.width + gap, top: middle.top };
  }
}

/** Position of a box next to its target in window pixels: on the given side, above when there is no room below, never outside. */
export function positionNextTo(
  target: Box,
  size: Size,
  { side, room }: { readonly side: Side; readonly room: Size },
): { left: number; top: number } {
  const noRoomBelow = side === 'bottom' && target.top + target.height + gap + size.height > room.height;
  const { left, top } = positionAt(target, size, noRoomBelow ? 'top' : side);
  return {
    left: clamp(left, room.width - size.width - edge),
    top: clamp(top, room.height - size.height - edge),
  };
}
