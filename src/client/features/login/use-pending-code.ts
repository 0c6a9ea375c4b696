import { useState } from 'react';
import { errorText } from '#client/lib/errors.ts';
import { askForFocus } from '#client/lib/focus.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { forgetCode, type PendingCode, storeCode, storedCode } from './stored-code.ts';

/** Asks for a code; resolves with what is wrong, at the address or as a whole, if it could not be asked for. */
export type Ask = (email: string) => Promise<{ email?: string; failure?: string }>;

const failed = "We couldn't send a code. Please try again.";
const unreached = "We couldn't reach Saluni. Nothing you typed is lost: please try again.";

/**
 * The code that this browser waits for, in whichever tab it was asked for, also after a reload. Asked for again for the
 * same address it belongs to the same attempt, so that earlier mails go on counting.
 */
export function usePendingCode() {
  const { client } = trpc.useUtils();
  const [pending, setPending] = useState(storedCode);
  const [isShown, setShown] = useState(true);

  const ask: Ask = async (email) => {
    const former = pending?.email === email ? pending.attempt : undefined;
    try {
      const { attempt } = await client.codes.ask.mutate({ email, attempt: former });
      const asked: PendingCode = { email, attempt, askedAt: Date.now() };
      storeCode(asked);
      setPending(asked);
      setShown(true);
      return {};
    } catch (error) {
      const { email: atField } = fieldErrors(error);
      return atField ? { email: atField } : { failure: errorText(error, failed, unreached) };
    }
  };

  return {
    pending: isShown ? pending : null,
    ask,
    /** Back to the form, with everything that was typed; the focus goes on before the step vanishes. */
    change() {
      askForFocus(document.querySelector('h1'));
      forgetCode();
      setShown(false);
    },
  };
}
