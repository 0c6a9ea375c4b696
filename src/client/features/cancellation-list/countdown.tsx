import { useEffect, useState } from 'react';
import { counted } from '#shared/counted.ts';
import { formatTimeWithZone } from '#shared/time.ts';
import styles from './cancellation-list.module.css';

interface CountdownProps {
  /** When it ends, epoch milliseconds. */
  until: number;
  zone: string;
}

/** How long an offer stands. The figures run by the second and are for eyes alone: said is, once, until when. */
export function Countdown({ until, zone }: CountdownProps) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(0, Math.ceil((until - now) / 1_000));
  const end = formatTimeWithZone(until, zone);
  const [minutesThen] = useState(() => Math.ceil(seconds / 60));
  return (
    <>
      <p className={styles.countdown} aria-hidden="true">
        {seconds > 0 && (
          <>
            <span className="figure">{clock(seconds)}</span> left,{' '}
          </>
        )}
        until <span className="unbroken">{end}</span>
      </p>
      <p className="visually-hidden" role="status">
        {`Held for you for ${counted(minutesThen, 'minute')}, until ${end}.`}
      </p>
    </>
  );
}

/** `1:04:09`, `12:30`. */
function clock(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}
