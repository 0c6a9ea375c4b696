import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import styles from './form.module.css';

interface FormEndProps {
  /** Error message about the whole form. */
  failure?: string;
  submitText: string;
  /** Of the submit button; secondary where several forms share a page. */
  look?: 'primary' | 'secondary';
  busy: boolean;
  busyText: string;
  /** Of the submit button. */
  disabled?: boolean;
  /** Further links beside the submit button. */
  children?: ReactNode;
}

/** Error message and submit button of the forms for services, availability and the client's profile. */
export function FormEnd({ failure, submitText, look, busy, busyText, disabled, children }: FormEndProps) {
  useFocusBack(busy);
  return (
    <>
      <FormMessage>{failure}</FormMessage>
      <div className={styles.actions}>
        <Button type="submit" look={look} busy={busy} busyText={busyText} disabled={disabled}>
          {submitText}
        </Button>
        {children}
      </div>
    </>
  );
}
