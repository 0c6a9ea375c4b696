import type { Hair } from '#shared/hair.ts';
import { hairLengths, type Pattern, patterns } from '#shared/rules/hair.ts';
import styles from './hair.module.css';

type Point = readonly [number, number];

const path = (points: readonly Point[]) =>
  points.map(([x, y], at) => `${at === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

const along = (steps: number, point: (part: number) => Point) =>
  path(Array.from({ length: steps + 1 }, (_, at) => point(at / steps)));

/** Where a strand begins, and how long its drawing is; the tightest shrink. */
const root = 6;
const drawn = 60;

/** One strand at `x`: nearly straight, waves, loops round something ever thinner, and at last a zigzag. */
function strand(pattern: Pattern, x: number): string {
  const step = patterns.indexOf(pattern) % 3;
  if (pattern < '2') return wave(x, step * 1.4, 1);
  if (pattern < '3') return wave(x, 3.5 + step * 1.5, 1.75 + step * 0.5);
  if (pattern < '4B') {
    const tightness = pattern < '4' ? step : 3.4;
    return loops(x, 8.5 - tightness * 1.5, 3.5 + tightness * 1.6);
  }
  const [width, zigzags, length] = pattern === '4B' ? [5, 9, 0.86] : [3.5, 13, 0.7];
  return path(
    Array.from({ length: zigzags * 2 + 1 }, (_, at) => [
      x + (at % 2 === 0 ? -width : width),
      root + (at / (zigzags * 2)) * drawn * length,
    ]),
  );
}

const wave = (x: number, width: number, turns: number) =>
  along(40, (part) => [x + width * Math.sin(part * turns * 2 * Math.PI), root + part * drawn]);

const loops = (x: number, radius: number, turns: number) =>
  along(Math.round(turns * 18), (part) => {
    const angle = part * turns * 2 * Math.PI;
    return [x + radius * Math.sin(angle), root + radius + part * (drawn - 2 * radius) - radius * Math.cos(angle)];
  });

interface DrawingProps {
  viewBox: string;
  children: React.ReactNode;
}

/** Decoration beside words, which say the same; in the colours of its surroundings. */
function Drawing({ viewBox, children }: DrawingProps) {
  return (
    <svg className={styles.drawing} viewBox={viewBox} fill="none" stroke="currentColor" aria-hidden="true">
      {children}
    </svg>
  );
}

export function PatternDrawing({ pattern }: { pattern: Pattern }) {
  return (
    <Drawing viewBox="0 0 72 72">
      <g strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round">
        {[16, 36, 56].map((x) => (
          <path key={x} d={strand(pattern, x)} />
        ))}
      </g>
    </Drawing>
  );
}

const thickness = { fine: 1.5, medium: 4.5, coarse: 9 };

export function StrandDrawing({ value }: { value: NonNullable<Hair['strand']> }) {
  return (
    <Drawing viewBox="0 0 72 72">
      <path d={wave(36, 5, 1)} strokeWidth={thickness[value]} strokeLinecap="round" />
    </Drawing>
  );
}

const hairs = { low: 6, medium: 11, high: 18, very_high: 28 };

/** Hairs that stand on a scalp. */
export function DensityDrawing({ value }: { value: NonNullable<Hair['density']> }) {
  const count = hairs[value];
  return (
    <Drawing viewBox="0 0 72 72">
      <path d="M4 62Q36 40 68 62" strokeWidth="2.2" strokeLinecap="round" className={styles.second} />
      <g strokeWidth="1.8" strokeLinecap="round">
        {Array.from({ length: count }, (_, at) => {
          const part = (at + 0.5) / count;
          const [x, y] = [4 + 64 * part, 62 - 44 * part * (1 - part)];
          return <path key={part} d={`M${x.toFixed(1)} ${y.toFixed(1)}l${((part - 0.5) * 14).toFixed(1)} -34`} />;
        })}
      </g>
    </Drawing>
  );
}

const sunk = { low: 20, normal: 36, high: 52 };

/** A drop of water that stays on top of hair, goes in, or has gone through. */
export function PorosityDrawing({ value }: { value: NonNullable<Hair['porosity']> }) {
  const y = sunk[value];
  return (
    <Drawing viewBox="0 0 72 72">
      <g strokeWidth="2.2" strokeLinecap="round">
        {[32, 40, 48, 56, 64].map((line) => (
          <path key={line} d={`M4 ${line}q16 -5 32 0t32 0`} />
        ))}
      </g>
      <path
        d={`M36 ${y - 16}q11 13 0 20q-11 -7 0 -20z`}
        strokeWidth="2"
        className={styles.drop}
        data-soaked={value === 'high' || undefined}
      />
    </Drawing>
  );
}

/** Where each landmark is on the figure below, from its top. */
const heights = [17, 26, 34, 46, 54, 62, 72, 83, 94, 136];

/** Somebody from behind, with hair down to a landmark; without one, bare. */
export function LengthDrawing({ value }: { value: Hair['length'] }) {
  const to = heights[value === null ? -1 : hairLengths.indexOf(value)];
  return (
    <svg className={styles.figure} viewBox="0 0 72 160" fill="none" stroke="currentColor" aria-hidden="true">
      <path
        className={styles.body}
        stroke="none"
        d={
          'M30 24h12v7q14 2 17 10l5 42h-7l-5 -26v22q3 10 1 20l-3 58h-10l-3 -52h-2l-3 52h-10l-3 -58' +
          'q-2 -10 1 -20v-22l-5 26h-7l5 -42q3 -8 17 -10z'
        }
      />
      <ellipse cx="36" cy="15" rx="10" ry="12.5" stroke="none" className={styles.body} />
      {to !== undefined && (
        <path
          className={styles.hair}
          stroke="none"
          d={`M24 16q0 -14 12 -14t12 14q3 8 2 ${to - 16}q-14 5 -28 0q-1 -${to - 24} 2 -${to - 16}z`}
        />
      )}
      <g strokeWidth="1">
        {heights.map((y) => (
          <path key={y} d={`M66 ${y}h6`} className={y === to ? styles.mark : undefined} />
        ))}
      </g>
    </svg>
  );
}
