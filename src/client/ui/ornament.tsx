import { useMemo } from 'react';
import {
  braid,
  coilRadius,
  coilStroke,
  coils,
  coilTurns,
  fades,
  locs,
  type Pattern,
  pairOf,
  pairs,
  seedOf,
  spiral,
  varietyOf,
  waves,
} from '#shared/ornament-patterns.ts';
import styles from './ornament.module.css';

interface OrnamentProps {
  pattern: Pattern;
  /** Id of the pictured thing. Colours and seed are derived from it, so that it looks the same everywhere. */
  id: string;
  /** Id of the drawing, where several things have the colours of one. */
  drawn?: string;
  /** Index of a fixed colour pair, instead of the pair derived from `id`; the drawing is not varied then. */
  pair?: number;
  /** So many pairs on from the one derived from `id`. */
  turn?: number;
  /** Size of the drawing, which is cropped to its frame. */
  width?: number;
  height?: number;
  className?: string;
}

/**
 * A drawing is one text: as elements, those of a list of cards would be most of what is rendered and hydrated. The
 * content security policy lets no other text become elements.
 */
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('ornament', {
  createHTML: (drawing) => drawing,
});
/** TypeScript's own types do not know it yet. */
type TrustedTypes = { createPolicy(name: string, rules: { createHTML(text: string): string }): typeof rules };

/** Decoration in place of a picture, hidden from screen readers. */
export function Ornament({
  pattern,
  id,
  drawn = id,
  pair,
  turn = 0,
  width = 420,
  height = 168,
  className,
}: OrnamentProps) {
  const seed = seedOf(drawn);
  const { ground, figure } = pairs[pair ?? (pairOf(seedOf(id)) + turn) % pairs.length] ?? pairs[0];
  const { zoom, gap, left, top } = pair === undefined ? varietyOf(seed) : plain;
  const [seenWidth, seenHeight] = [Math.round(width * zoom), Math.round(height * zoom)];
  const [x, y] = [Math.round(seenWidth * left * 0.3), Math.round(seenHeight * top * 0.3)];
  const [wholeWidth, wholeHeight] = [seenWidth + x, seenHeight + y];
  const name = `o${seed.toString(36)}${pattern}${width}`;
  const text =
    `<rect width="${wholeWidth}" height="${wholeHeight}" fill="${ground}"/>` +
    figures[pattern]([seed, wholeWidth, wholeHeight, gap], figure, name, ground);
  // The same object for the same text, or each rendering would write it anew.
  const drawing = useMemo(() => ({ __html: policy?.createHTML(text) ?? text }), [text]);
  return (
    <svg
      className={`${styles.ornament} ${className ?? ''}`}
      viewBox={`${x} ${y} ${seenWidth} ${seenHeight}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
      data-pattern={pattern}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of numbers and colours of ours
      dangerouslySetInnerHTML={drawing}
    />
  );
}

const plain = { zoom: 1, gap: 1, left: 0, top: 0 };

/** Seed, width, height, and how far its parts stand apart. */
type Space = [number, number, number, number];

function each<T>(list: readonly T[], draw: (one: T, index: number) => string): string {
  return list.map(draw).join('');
}

/**
 * Each draws with two colours. `name` is the prefix of the ids of reused parts; equal ornaments may share it, as their
 * parts are equal.
 */
const figures: Record<Pattern, (space: Space, figure: string, name: string, ground: string) => string> = {
  coil: (space, figure, name) =>
    `<g stroke="${figure}" stroke-width="${coilStroke}" stroke-linecap="round"><defs>${each(
      coilTurns,
      (turns, kind) => `<path id="${name}-${kind}" d="${spiral(turns, coilRadius)}"/>`,
    )}</defs>${each(
      coils(...space),
      (coil) => `<use href="#${name}-${coil.kind}" transform="${coil.transform}"/>`,
    )}</g>`,
  braid(space, figure, name, ground) {
    const { leaves, columns } = braid(...space);
    return `<defs><g id="${name}" fill="${figure}" stroke="${ground}" stroke-width="2.4">${each(
      leaves,
      (leaf) => `<ellipse rx="17" ry="9.5" transform="translate(${leaf.x} ${leaf.y}) rotate(${leaf.turn})"/>`,
    )}</g></defs>${each(columns, (x) => `<use href="#${name}" x="${x}"/>`)}`;
  },
  loc: (space, figure) =>
    `<g stroke="${figure}" stroke-width="14">${each(
      locs(...space),
      (loc) => `<path d="${loc.path}" stroke-dasharray="${loc.dashes}" stroke-dashoffset="${loc.offset}"/>`,
    )}</g>`,
  wave(space, figure, name) {
    const { path, rows } = waves(...space);
    return `<g stroke="${figure}" stroke-width="8"><defs><path id="${name}" d="${path}"/></defs>${each(
      rows,
      (y) => `<use href="#${name}" y="${y}"/>`,
    )}</g>`;
  },
  fade(space, figure) {
    const { rows, gap, width } = fades(...space);
    return `<g stroke="${figure}" stroke-linecap="round" stroke-dasharray="0 ${gap}">${each(
      rows,
      (row) => `<path d="M${row.from} ${row.y}h${width}" stroke-width="${row.size}"/>`,
    )}</g>`;
  },
};
