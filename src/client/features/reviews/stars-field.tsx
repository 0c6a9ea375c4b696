import { useId } from 'react';
import { counted } from '#shared/counted.ts';
import styles from './reviews.module.css';
import { Star } from './stars.tsx';

interface StarsFieldProps {
  label: string;
  /** 0 while nothing is chosen. */
  value: number;
  onChange: (stars: number) => void;
  error?: string | undefined;
}

/** One to five stars: radio buttons, which the arrow keys move along. */
export function StarsField({ label, value, onChange, error }: StarsFieldProps) {
  const id = useId();
  return (
    <fieldset className={styles.field} aria-describedby={error && `${id}-error`}>
      <legend>{label}</legend>
      <div className={styles.choices}>
        {[1, 2, 3, 4, 5].map((stars) => (
          <label key={stars} className={styles.choice}>
            <input
              type="radio"
              className="visually-hidden"
              name={id}
              value={stars}
              checked={value === stars}
              onChange={() => onChange(stars)}
            />
            <Star isFull={stars <= value} />
            <span className="visually-hidden">{counted(stars, 'star')}</span>
          </label>
        ))}
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
