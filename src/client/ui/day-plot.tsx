import { type KeyboardEvent, useState } from 'react';
import styles from './day-plot.module.css';
import { Table } from './table.tsx';

export interface PlotDay {
  key: string;
  /** What is said and shown of it: `Sat 28 Nov`. */
  label: string;
  value: number;
  /** The value in words: `$240.00, 3 visits`. */
  text: string;
}

interface DayPlotProps {
  title: string;
  /** A sentence that says what the plot shows. */
  summary: string;
  days: readonly PlotDay[];
  /** A value on the axis. */
  tick: (value: number) => string;
  /** Heads of the table's columns. */
  columns: readonly [string, string];
}

const height = 120;
const width = 10;

/** Bars, one a day or week: with an axis, its day on hover and by the arrow keys, and a table of the same. */
export function DayPlot({ title, summary, days, tick, columns }: DayPlotProps) {
  const [at, setAt] = useState<number | null>(null);
  const top = roundedUp(Math.max(...days.map(({ value }) => value), 1));
  const shown = at === null ? undefined : days[at];
  const last = days.length - 1;

  function onKeyDown(event: KeyboardEvent) {
    const from = at ?? last;
    const next = { ArrowLeft: from - 1, ArrowRight: from + 1, Home: 0, End: last }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setAt(Math.min(Math.max(next, 0), last));
  }

  return (
    <figure className={styles.plot}>
      <figcaption>
        <h2>{title}</h2>
        <p className="soft">{summary}</p>
      </figcaption>
      <p className={styles.readout} aria-hidden="true">
        {shown ? `${shown.label}: ${shown.text}` : ' '}
      </p>
      <div className={styles.area}>
        <div className={styles.axis} aria-hidden="true">
          <span>{tick(top)}</span>
          <span>{tick(top / 2)}</span>
          <span>{tick(0)}</span>
        </div>
        {/* A value on a range of days, moved along by arrow keys, is what a slider is to screen readers. */}
        <div
          className={styles.bars}
          role="slider"
          tabIndex={0}
          aria-label={`${title}, by day`}
          aria-valuemin={0}
          aria-valuemax={Math.max(last, 0)}
          aria-valuenow={at ?? Math.max(last, 0)}
          aria-valuetext={textOf(shown ?? days[last])}
          onKeyDown={onKeyDown}
          onFocus={() => setAt(at ?? last)}
          onBlur={() => setAt(null)}
          onPointerLeave={() => setAt(null)}
        >
          <svg viewBox={`0 0 ${days.length * width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
            <path className={styles.lines} d={`M0 .5H${days.length * width}M0 ${height / 2}H${days.length * width}`} />
            {days.map(({ key, value }, index) => {
              const tall = value === 0 ? 0 : Math.max((value / top) * height, 2);
              return (
                <g key={key} data-chosen={index === at || undefined} onPointerEnter={() => setAt(index)}>
                  <rect className={styles.column} x={index * width} width={width} height={height} />
                  <rect x={index * width + 1} y={height - tall} width={width - 2} height={tall} />
                </g>
              );
            })}
          </svg>
        </div>
        <div className={styles.ends} aria-hidden="true">
          <span>{days[0]?.label}</span>
          <span>{days.length > 1 && days[last]?.label}</span>
        </div>
      </div>
      <details className={styles.table}>
        <summary>Show as a table</summary>
        <Table head={columns}>{days.map(({ key, label, text }) => ({ key, cells: [label, text] }))}</Table>
      </details>
    </figure>
  );
}

const textOf = (day: PlotDay | undefined) => (day ? `${day.label}: ${day.text}` : '');

/** The next 1, 2 or 5 times a power of ten, so that the axis has round numbers. */
function roundedUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 5].find((step) => step * power >= value) ?? 10) * power;
}
