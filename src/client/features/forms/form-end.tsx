import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import styles from './form.module.css';

interface FormEndProps {
  /** What is said of the form as a whole. */
  failure?: string;
  submitText: string;
  busy: boolean;
  busyText: string;
  /** Other ways out, beside the submit button. */
  children?: ReactNode;
}

/** The end of every form: its answer and its submit button. */
export function FormEnd({ failure, submitText, busy, busyText, children }: FormEndProps) {
  return (
    <>
      <FormMessage>{failure}</FormMessage>
      <div className={styles.actions}>
        <Button type="submit" busy={busy} busyText={busyText}>
          {submitText}
        </Button>
        {children}
      </div>
    </>
  );
}
