import type { ReactNode } from 'react';
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
  return (
    <svg
      className={[styles.ornament, className].filter(Boolean).join(' ')}
      viewBox={`${x} ${y} ${seenWidth} ${seenHeight}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      data-pattern={pattern}
    >
      <rect {...size} fill={ground} />
      {figures[pattern]({ seed, ...size, gap, ground, figure, name: `o${seed.toString(36)}${pattern}${width}` })}
    </svg>
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

const figures: Record<Pattern, (drawing: Drawing) => ReactNode> = {
  coil: ({ seed, width, height, gap, figure, name }) => (
    <g fill="none" stroke={figure} strokeWidth={coilStroke} strokeLinecap="round">
      <defs>
        {coilTurns.map((turns, kind) => (
          <path key={turns} id={`${name}-${kind}`} d={spiral(turns, coilRadius)} />
        ))}
      </defs>
      {coils(seed, width, height, gap).map((coil) => (
        <use key={coil.transform} href={`#${name}-${coil.kind}`} transform={coil.transform} />
      ))}
    </g>
  ),
  braid: ({ seed, width, height, gap, ground, figure, name }) => {
    const { leaves, columns } = braid(seed, width, height, gap);
    return (
      <>
        <defs>
          <g id={name} fill={figure} stroke={ground} strokeWidth={2.4}>
            {leaves.map(({ x, y, turn }) => (
              <ellipse key={`${x}:${y}`} rx={17} ry={9.5} transform={`translate(${x} ${y}) rotate(${turn})`} />
            ))}
          </g>
        </defs>
        {columns.map((x) => (
          <use key={x} href={`#${name}`} x={x} />
        ))}
      </>
    );
  },
  loc: ({ seed, width, height, gap, figure }) => (
    <g fill="none" stroke={figure} strokeWidth={14}>
      {locs(seed, width, height, gap).map(({ path, dashes, offset }) => (
        <path key={path} d={path} strokeDasharray={dashes} strokeDashoffset={offset} />
      ))}
    </g>
  ),
  wave: ({ seed, width, height, gap, figure, name }) => {
    const { path, rows } = waves(seed, width, height, gap);
    return (
      <g fill="none" stroke={figure} strokeWidth={8}>
        <defs>
          <path id={name} d={path} />
        </defs>
        {rows.map((y) => (
          <use key={y} href={`#${name}`} y={y} />
        ))}
      </g>
    );
  },
  fade: ({ seed, width, height, gap: apart, figure }) => {
    const { rows, gap, width: reach } = fades(seed, width, height, apart);
    return (
      <g fill="none" stroke={figure} strokeLinecap="round" strokeDasharray={`0 ${gap}`}>
        {rows.map(({ y, from, size }) => (
          <path key={y} d={`M${from} ${y}h${reach}`} strokeWidth={size} />
        ))}
      </g>
    );
  },
};
