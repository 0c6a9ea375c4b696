/** Width and height of a picture, its own pixels. */
export interface Size {
  width: number;
  height: number;
}

/** A square of a picture, in the picture's own pixels. */
export interface Crop {
  left: number;
  top: number;
  side: number;
}

/** How much of a picture can be cut away: the smallest square is a fourth of the largest. */
export const mostZoom = 4;

const largestSide = ({ width, height }: Size) => Math.min(width, height);
const between = (value: number, most: number) => Math.min(Math.max(value, 0), most);

/** The largest square, in the middle. */
export function middleOf(size: Size): Crop {
  const side = largestSide(size);
  return { left: (size.width - side) / 2, top: (size.height - side) / 2, side };
}

/** The square moved by so many of its own sides, as far as the picture reaches. */
export function moved({ left, top, side }: Crop, { width, height }: Size, right: number, down: number): Crop {
  return { left: between(left + right * side, width - side), top: between(top + down * side, height - side), side };
}

export function zoomOf({ side }: Crop, size: Size): number {
  return largestSide(size) / side;
}

/** The square with another zoom, 1 to `mostZoom`, about its middle. */
export function zoomed(crop: Crop, size: Size, zoom: number): Crop {
  const side = largestSide(size) / Math.min(Math.max(zoom, 1), mostZoom);
  const grown = (crop.side - side) / 2;
  return moved({ left: crop.left + grown, top: crop.top + grown, side }, size, 0, 0);
}
