import { Suspense, useEffect, useState } from 'react';
import { ErrorFence } from '#client/ui/error-fence.tsx';
import { lazyPart } from '#client/ui/lazy-part.ts';
import { storedSignup } from './stored-signup.ts';

const Notice = lazyPart(async () => (await import('./signup-notice-text.tsx')).SignupNoticeText);

/**
 * After a waitlist signup, until it is closed: that a mail is on its way, and to whom (contract 6). Others load none of
 * its code.
 */
export function SignupNotice() {
  const [email, setEmail] = useState<string | null>(null);
  // After hydration, because the server knows nothing of it.
  useEffect(() => setEmail(storedSignup()), []);
  return (
    email && (
      <ErrorFence>
        <Suspense>
          <Notice email={email} close={() => setEmail(null)} />
        </Suspense>
      </ErrorFence>
    )
  );
}
