import { Link } from './link.tsx';
import styles from './steps.module.css';

interface StepsProps {
  label: string;
  /** `to` links a step before the current one, with `state` as history state. */
  steps: readonly { name: string; to?: string; state?: unknown }[];
  /** Index of the current step. */
  current: number;
}

export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const classes = [styles.step, index <= current && styles.reached, index === current && styles.current];
          return (
            <li
              key={step.name}
              className={classes.filter(Boolean).join(' ')}
              aria-current={index === current ? 'step' : undefined}
            >
              {step.to && index < current ? (
                <Link to={step.to} state={step.state}>
                  {step.name}
                </Link>
              ) : (
                step.name
              )}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
