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
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('saluni-ornament', {
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
  const size = { width: seenWidth + x, height: seenHeight + y };
  const name = `o${seed.toString(36)}${pattern}${width}`;
  const text =
    `<rect width="${size.width}" height="${size.height}" fill="${ground}"/>` +
    figures[pattern]({ seed, ...size, gap, ground, figure, name });
  // The same object for the same text, or each rendering would write it anew.
  const drawing = useMemo(() => ({ __html: policy?.createHTML(text) ?? text }), [text]);
  return (
    <svg
      className={[styles.ornament, className].filter(Boolean).join(' ')}
      viewBox={`${x} ${y} ${seenWidth} ${seenHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      data-pattern={pattern}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: made of numbers and colours of ours
      dangerouslySetInnerHTML={drawing}
    />
  );
}

const plain = { zoom: 1, gap: 1, left: 0, top: 0 };

interface Drawing {
  seed: number;
  width: number;
  height: number;
  /** How far its parts stand apart. */
  gap: number;
  ground: string;
  figure: string;
  /** Prefix of the ids of reused parts. Equal ornaments may share it, as their parts are equal. */
  name: string;
}

const figures: Record<Pattern, (drawing: Drawing) => string> = {
  coil({ seed, width, height, gap, figure, name }) {
    const kinds = coilTurns.map((turns, kind) => `<path id="${name}-${kind}" d="${spiral(turns, coilRadius)}"/>`);
    const drawn = coils(seed, width, height, gap).map(
      ({ kind, transform }) => `<use href="#${name}-${kind}" transform="${transform}"/>`,
    );
    return group(
      `fill="none" stroke="${figure}" stroke-width="${coilStroke}" stroke-linecap="round"`,
      `<defs>${kinds.join('')}</defs>`,
      ...drawn,
    );
  },
  braid({ seed, width, height, gap, ground, figure, name }) {
    const { leaves, columns } = braid(seed, width, height, gap);
    const column = group(
      `id="${name}" fill="${figure}" stroke="${ground}" stroke-width="2.4"`,
      ...leaves.map(({ x, y, turn }) => `<ellipse rx="17" ry="9.5" transform="translate(${x} ${y}) rotate(${turn})"/>`),
    );
    return `<defs>${column}</defs>${columns.map((x) => `<use href="#${name}" x="${x}"/>`).join('')}`;
  },
  loc: ({ seed, width, height, gap, figure }) =>
    group(
      `fill="none" stroke="${figure}" stroke-width="14"`,
      ...locs(seed, width, height, gap).map(
        ({ path, dashes, offset }) => `<path d="${path}" stroke-dasharray="${dashes}" stroke-dashoffset="${offset}"/>`,
      ),
    ),
  wave({ seed, width, height, gap, figure, name }) {
    const { path, rows } = waves(seed, width, height, gap);
    return group(
      `fill="none" stroke="${figure}" stroke-width="8"`,
      `<defs><path id="${name}" d="${path}"/></defs>`,
      ...rows.map((y) => `<use href="#${name}" y="${y}"/>`),
    );
  },
  fade({ seed, width, height, gap: apart, figure }) {
    const { rows, gap, width: reach } = fades(seed, width, height, apart);
    return group(
      `fill="none" stroke="${figure}" stroke-linecap="round" stroke-dasharray="0 ${gap}"`,
      ...rows.map(({ y, from, size }) => `<path d="M${from} ${y}h${reach}" stroke-width="${size}"/>`),
    );
  },
};

function group(attributes: string, ...parts: string[]): string {
  return `<g ${attributes}>${parts.join('')}</g>`;
}
