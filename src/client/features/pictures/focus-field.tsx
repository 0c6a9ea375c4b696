import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { Picture } from '#client/ui/picture.tsx';
import type { Focus, Picture as WorkPicture } from '#shared/pictures.ts';
import styles from './focus-field.module.css';
import { focusStyle } from './focus-style.ts';

/** How far an arrow key takes the point, with Shift and without, in parts of the picture. */
const [step, far] = [0.02, 0.1];
const directions: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (part: number) => Math.round(Math.min(1, Math.max(0, part)) * 1000) / 1000;

function inWords({ x, y }: Focus) {
  return `${Math.round(x * 100)} % from the left, ${Math.round(y * 100)} % from the top`;
}

interface FocusFieldProps {
  picture: WorkPicture;
  focus: Focus;
  onChange: (focus: Focus) => void;
}

/** The picture as a whole with the point that stays in sight where it is cut, and how cards then show it. */
export function FocusField({ picture, focus, onChange }: FocusFieldProps) {
  const { url, width, height } = picture;
  const whole = useRef<HTMLDivElement>(null);
  const point = useRef<HTMLButtonElement>(null);
  const hint = useId();
  const [isDragged, setDragged] = useState(false);
  /** Said by screen readers. */
  const [said, setSaid] = useState('');

  function follow({ clientX, clientY }: PointerEvent) {
    const box = whole.current?.getBoundingClientRect();
    if (!box) return;
    onChange({ x: within((clientX - box.left) / box.width), y: within((clientY - box.top) / box.height) });
  }

  function start(event: PointerEvent) {
    if (event.button !== 0) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    point.current?.focus();
    setDragged(true);
    follow(event);
  }

  function end() {
    if (isDragged) setSaid(inWords(focus));
    setDragged(false);
  }

  function onKeyDown(event: KeyboardEvent) {
    const direction = directions[event.key];
    if (!direction) return;
    event.preventDefault();
    const by = event.shiftKey ? far : step;
    const next = { x: within(focus.x + direction[0] * by), y: within(focus.y + direction[1] * by) };
    onChange(next);
    setSaid(inWords(next));
  }

  return (
    <div className={styles.field}>
      <div
        ref={whole}
        className={styles.whole}
        onPointerDown={start}
        onPointerMove={(event) => isDragged && follow(event)}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <Picture src={url} alt="" sizes="430px" width={width} height={height} draggable={false} />
        <button
          ref={point}
          type="button"
          className={styles.point}
          style={{ left: `${focus.x * 100}%`, top: `${focus.y * 100}%` }}
          aria-label={`Part that always shows: ${inWords(focus)}`}
          aria-describedby={hint}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.cuts} aria-hidden="true">
        <Picture src={url} alt="" width={72} height={72} style={focusStyle(focus)} className={styles.square} />
        <Picture src={url} alt="" width={72} height={90} style={focusStyle(focus)} className={styles.tall} />
      </div>
      <p id={hint} className={styles.hint}>
        Drag the dot to the part that should always show.
      </p>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
