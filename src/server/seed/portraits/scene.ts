import type { Random } from '../random.ts';
import type { Skin } from './colours.ts';
import type { Build, Neckline } from './figures.ts';
import type { Point } from './geometry.ts';
import type { Pen } from './textures.ts';

/** What a style draws with. */
export type Scene = { pen: Pen; random: Random; skin: Skin; build: Build; accent: string };

/** A head of hair: layers from back to front around the body and the head, which the view gives. */
type Hairdo = {
  view: 'front' | 'side' | 'behind';
  /** Behind neck and shoulders. */
  behind?: string;
  /** On the body, under the head. */
  under?: string;
  over: string;
  neckline?: Neckline;
  /** Without ears, which the hair covers. */
  covered?: boolean;
  /** How close, and the point in the middle. */
  zoom?: number;
  middle?: Point;
};

export type Style = (scene: Scene) => Hairdo;
