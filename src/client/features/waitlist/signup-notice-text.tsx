import { askForFocus } from '#client/lib/focus.ts';
import { Button } from '#client/ui/button.tsx';
import styles from './signup-notice.module.css';
import { forgetSignup } from './stored-signup.ts';

/** `close` takes it off the page. */
export function SignupNoticeText({ email, close }: { email: string; close: () => void }) {
  return (
    <div className={styles.notice} role="status">
      <p>
        <strong>We've emailed {email}.</strong> Open the link within 48 hours to verify your email and reserve your
        spot. Can't see it? Check your spam folder.
      </p>
      <Button
        look="secondary"
        onClick={() => {
          askForFocus(document.querySelector('h1'));
          forgetSignup();
          close();
        }}
      >
        Close
      </Button>
    </div>
  );
}
