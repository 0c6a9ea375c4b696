import { useEffect, useEffectEvent, useRef, useState } from 'react';
import styles from '#client/features/forms/form.module.css';
import { useSmallForm } from '#client/features/forms/small-form.ts';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeField } from '#client/ui/code-field.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { codeLength, codeLifetime, codeMessages, isCode } from '#shared/rules/one-time-code.ts';
import { newClientChecks } from '#shared/rules/person.ts';
import { logIn } from './log-in.ts';
import { NewcomerFields } from './newcomer-fields.tsx';
import { type PendingCode, storeEntry } from './stored-code.ts';
import type { Ask } from './use-pending-code.ts';

/** After so long the screen says that mail can be late (contract 11), milliseconds. */
const lateAfter = 30_000;

const codeCheck = { code: (typed: string) => (isCode(typed) ? undefined : codeMessages.form) };
const failed = "The code couldn't be checked. Please try again.";
const unreached = "We couldn't reach Saluni. Nothing you typed is lost: press Confirm again once you're online.";

type Checks = Record<string, (typed: string) => string | undefined>;

interface CodeStepProps {
  pending: PendingCode;
  ask: Ask;
  /** Leads back to the form. */
  change: () => void;
}

/** Takes the mailed code. Who turns out to be new here, and has not said a name yet, is asked for it. */
export function CodeStep({ pending, ask, change }: CodeStepProps) {
  const utils = trpc.useUtils();
  const [code, setCode] = useState('');
  const [failure, setFailure] = useState<string>();
  const [isNameless, setNameless] = useState(false);
  /** Of a code that was used, while who it is could not be asked yet. */
  const token = useRef<string>(undefined);
  const checks: Checks = isNameless ? { ...codeCheck, ...newClientChecks } : codeCheck;

  async function send({ code: typed = '', first_name, last_name }: Record<string, string>) {
    setFailure(undefined);
    try {
      token.current ??= (
        await utils.client.codes.verify.mutate({
          attempt: pending.attempt,
          code: typed,
          first_name,
          last_name,
        })
      ).access_token;
      await logIn(utils, token.current);
    } catch (error) {
      const status = statusOf(error);
      const { first_name: first, last_name: last, ...others } = fieldErrors(error);
      if (first ?? last) {
        // What is missing is asked for without a reproach.
        setNameless(true);
        return isNameless ? { first_name: first, last_name: last } : undefined;
      }
      if (status === 401 || others.code)
        return { code: others.code ?? errorText(error, codeMessages.wrong, codeMessages.wrong) };
      setFailure(errorText(error, failed, unreached));
    }
    return undefined;
  }
  const { form, problems, isBusy, values, submit } = useSmallForm(checks, send);

  // The sixth digit is the press, also of a code that is pasted or filled in.
  const press = useEffectEvent(() => void submit(['code'], send));
  useEffect(() => {
    if (code.length === codeLength) press();
  }, [code]);

  return (
    <form
      className={styles.form}
      {...form}
      onChange={() => {
        form.onChange();
        if (isNameless) storeEntry(values());
      }}
    >
      <FormMessage>{failure}</FormMessage>
      <CodeField label="Code" name="code" value={code} onValue={setCode} error={problems.code} autoFocus />
      {isNameless && (
        <>
          <FormMessage tone="good">That's the right code. You're new here: what's your name?</FormMessage>
          <NewcomerFields problems={problems} />
        </>
      )}
      <Button type="submit" wide busy={isBusy} busyText="Checking...">
        Confirm
      </Button>
      <Waiting pending={pending} ask={ask} change={change} />
    </form>
  );
}

/** What to do as long as no mail comes; what is said later stands below the buttons, which must not move. */
function Waiting({ pending, ask, change }: CodeStepProps) {
  const [outcome, setOutcome] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isSent, setSent] = useState(false);
  const isLate = useIsOver(pending.askedAt + lateAfter);
  const isOld = useIsOver(pending.askedAt + codeLifetime);
  useFocusBack(isBusy);

  async function again() {
    setBusy(true);
    setSent(false);
    const refused = await ask(pending.email);
    const problem = refused.email ?? refused.failure;
    setOutcome(problem);
    setSent(problem === undefined);
    setBusy(false);
  }

  return (
    <>
      <FormMessage>{outcome}</FormMessage>
      <div className={styles.actions}>
        <Button look="secondary" busy={isBusy} busyText="Sending..." onClick={() => void again()}>
          Send again
        </Button>
        <Button look="quiet" onClick={change}>
          Use another address
        </Button>
      </div>
      <p className="soft" role="status">
        {isOld
          ? 'That code has expired. Send it again to get a new one.'
          : isLate
            ? 'Email can be late. Check your spam folder, or send the code again.'
            : isSent && 'Sent again.'}
      </p>
    </>
  );
}

/** Whether an instant is over, epoch milliseconds; becomes true by itself. */
function useIsOver(instant: number): boolean {
  const [over, setOver] = useState(() => (Date.now() >= instant ? instant : undefined));
  useEffect(() => {
    const timer = setTimeout(() => setOver(instant), Math.max(0, instant - Date.now()));
    return () => clearTimeout(timer);
  }, [instant]);
  return over === instant;
}
