import type { ReactNode } from 'react';
import styles from './ornament.module.css';
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
  waves,
} from './ornament-patterns.ts';

interface OrnamentProps {
  pattern: Pattern;
  /** Id of the pictured thing. Colours and seed are derived from it, so that it looks the same everywhere. */
  id: string;
  /** Index of a fixed colour pair, instead of the pair derived from `id`. */
  pair?: number;
  /** Size of the drawing, which is cropped to its frame. */
  width?: number;
  height?: number;
  className?: string;
}

/** Decoration in place of a picture, hidden from screen readers. */
export function Ornament({ pattern, id, pair, width = 420, height = 168, className }: OrnamentProps) {
  const seed = seedOf(id);
  const { ground, figure } = (pair === undefined ? undefined : pairs[pair]) ?? pairOf(seed);
  return (
    <svg
      className={[styles.ornament, className].filter(Boolean).join(' ')}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      focusable="false"
      data-pattern={pattern}
    >
      <rect width={width} height={height} fill={ground} />
      {figures[pattern]({ seed, width, height, ground, figure, name: `o${seed.toString(36)}${pattern}${width}` })}
    </svg>
  );
}

interface Drawing {
  seed: number;
  width: number;
  height: number;
  ground: string;
  figure: string;
  /** Prefix of the ids of reused parts. Equal ornaments may share it, as their parts are equal. */
  name: string;
}

const figures: Record<Pattern, (drawing: Drawing) => ReactNode> = {
  coil: ({ seed, width, height, figure, name }) => (
    <g fill="none" stroke={figure} strokeWidth={coilStroke} strokeLinecap="round">
      <defs>
        {coilTurns.map((turns, kind) => (
          <path key={turns} id={`${name}-${kind}`} d={spiral(turns, coilRadius)} />
        ))}
      </defs>
      {coils(seed, width, height).map((coil) => (
        <use key={coil.transform} href={`#${name}-${coil.kind}`} transform={coil.transform} />
      ))}
    </g>
  ),
  braid: ({ seed, width, height, ground, figure, name }) => {
    const { leaves, columns } = braid(seed, width, height);
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
  loc: ({ seed, width, height, figure }) => (
    <g fill="none" stroke={figure} strokeWidth={14}>
      {locs(seed, width, height).map(({ path, dashes, offset }) => (
        <path key={path} d={path} strokeDasharray={dashes} strokeDashoffset={offset} />
      ))}
    </g>
  ),
  wave: ({ seed, width, height, figure, name }) => {
    const { path, rows } = waves(seed, width, height);
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
  fade: ({ seed, width, height, figure }) => {
    const { rows, gap, width: reach } = fades(seed, width, height);
    return (
      <g fill="none" stroke={figure} strokeLinecap="round" strokeDasharray={`0 ${gap}`}>
        {rows.map(({ y, from, size }) => (
          <path key={y} d={`M${from} ${y}h${reach}`} strokeWidth={size} />
        ))}
      </g>
    );
  },
};
