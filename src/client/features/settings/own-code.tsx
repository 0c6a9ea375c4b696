import { useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { errorText } from '#client/lib/errors.ts';
import { useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { CodeField } from '#client/ui/code-field.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { codeMessages, isCode } from '#shared/rules/one-time-code.ts';

const failed = "We couldn't send a code.";

/** Whether the account has a password, or confirms by a mailed code instead; undefined until it is known. */
export function useHasPassword(): boolean | undefined {
  const { data, isError } = trpc.auth.me.useQuery(undefined, { staleTime: 60_000 });
  return data?.has_password ?? (isError ? true : undefined);
}

/** A code with which somebody without a password confirms something. */
export function useOwnCode() {
  const { client } = trpc.useUtils();
  const [attempt, setAttempt] = useState<string>();
  const [code, setCode] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [isSentAgain, setSentAgain] = useState(false);
  const [failure, setFailure] = useState<string>();
  useFocusBack(isBusy);

  async function ask() {
    setBusy(true);
    setSentAgain(false);
    setFailure(undefined);
    try {
      // Asked for again, earlier mails go on counting.
      setAttempt((await client.codes.askToConfirm.mutate({ attempt })).attempt);
      setSentAgain(attempt !== undefined);
    } catch (error) {
      setFailure(errorText(error, failed));
    }
    setBusy(false);
  }

  function reset() {
    setAttempt(undefined);
    setCode('');
    setSentAgain(false);
  }

  /** What is wrong with a typed code; undefined for one that can be sent. */
  function codeProblem(typed: string) {
    if (isCode(typed)) return undefined;
    return attempt ? codeMessages.form : 'Ask for a code first';
  }

  return { attempt, code, setCode, codeProblem, ask, isBusy, isSentAgain, failure, reset };
}

interface OwnCodeProps {
  own: ReturnType<typeof useOwnCode>;
  error: string | undefined;
}

/** The code's field, once one was asked for. */
export function OwnCode({ own: { attempt, code, setCode, ask, isBusy, isSentAgain, failure }, error }: OwnCodeProps) {
  const email = useSession((session) => session.email);
  return (
    <>
      {attempt ? (
        <CodeField
          label="Code"
          name="code"
          value={code}
          onValue={setCode}
          hint={`We've sent a 6-digit code to ${email}. Email can be late: check your spam folder, too.`}
          error={error}
          autoFocus
        />
      ) : (
        <p className="soft">Your account has no password: confirm with a code we email to {email}.</p>
      )}
      <FormMessage>{failure ?? (attempt ? undefined : error)}</FormMessage>
      <FormMessage tone="good">{isSentAgain && 'Sent again.'}</FormMessage>
      <div className={formStyles.actions}>
        <Button look="secondary" busy={isBusy} busyText="Sending..." onClick={() => void ask()}>
          {attempt ? 'Send again' : 'Email me a code'}
        </Button>
      </div>
    </>
  );
}
