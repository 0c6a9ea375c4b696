import { Link } from './link.tsx';
import styles from './steps.module.css';

interface StepsProps {
  label: string;
  /** `to` makes a step that lies behind walkable; state travels with it. */
  steps: readonly { name: string; to?: string; state?: unknown }[];
  /** Index of the step that the screen is. */
  current: number;
}

export function Steps({ label, steps, current }: StepsProps) {
  return (
    <nav aria-label={label}>
      <ol className={styles.steps}>
        {steps.map((step, index) => {
          const classes = [styles.step, index <= current && styles.reached, index === current && styles.current];
          return (
            <li key={step.name} className={classes.filter(Boolean).join(' ')} aria-current={index === current ? 'step' : undefined}>
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
