import { type FormEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import formStyles from '#client/features/forms/form.module.css';
import { focusField } from '#client/features/forms/small-form.ts';
import { answerOf, errorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { endSession, useSession } from '#client/lib/session.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { ConfirmDialog, Dialog } from '#client/ui/dialog.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { TextField } from '#client/ui/text-field.tsx';
import type { RefusalReason, Role } from '#shared/constants.ts';
import { pagePath } from '#shared/pages.ts';
import { OwnCode, useHasPassword, useOwnCode } from './own-code.tsx';
import { SettingsSection } from './settings-section.tsx';

const consequences: Record<Role, string> = {
  client:
    'Your profile, messages and settings are deleted for good. Requests nobody has answered ' +
    'are cancelled. Your past bookings stay with your stylists, without your name and notes. ' +
    'If a deposit comes back to you, tell us on its booking which account to refund before you leave.',
  professional:
    'Your page, services, hours, pictures and settings are deleted for good. Requests that you ' +
    "haven't answered are cancelled. Past bookings stay with your clients, without your name.",
  admin: 'Your account and settings are deleted for good. What you decided stays in the audit log, without your name.',
};

/**
 * Asks twice: what will happen, then the password, or a code where there is none. Confirmed bookings ahead and open
 * refunds are told of before anything is deleted.
 */
export function DeleteSection() {
  const role = useSession((session) => session.role) ?? 'client';
  const hasPassword = useHasPassword() ?? true;
  const remove = trpc.auth.deleteAccount.useMutation();
  const [asking, setAsking] = useState<'whether' | 'proof'>();
  return (
    <SettingsSection
      title="Delete your account"
      lead="You can export your data first. A deleted account can't be brought back."
    >
      <div className={formStyles.actions}>
        <Button look="danger" onClick={() => setAsking('whether')}>
          Delete my account
        </Button>
      </div>
      <ConfirmDialog
        open={asking === 'whether'}
        close={() => setAsking(undefined)}
        title="Delete your account?"
        description={consequences[role]}
        cancelText="Keep my account"
        confirmText="Continue"
        danger
        onConfirm={() => setAsking('proof')}
      />
      <Dialog
        open={asking === 'proof'}
        busy={remove.isPending}
        close={() => setAsking(undefined)}
        title="Delete it for good"
        description={`Enter ${hasPassword ? 'your password' : 'a code'} to delete your account. This can't be undone.`}
      >
        <ProofForm hasPassword={hasPassword} remove={remove} cancel={() => setAsking(undefined)} />
      </Dialog>
    </SettingsSection>
  );
}

interface ProofFormProps {
  hasPassword: boolean;
  remove: ReturnType<typeof trpc.auth.deleteAccount.useMutation>;
  cancel: () => void;
}

function ProofForm({ hasPassword, remove, cancel }: ProofFormProps) {
  const own = useOwnCode();
  const navigate = useNavigate();
  const [problem, setProblem] = useState<string>();
  const [failure, setFailure] = useState<string>();
  /** The server's words about confirmed bookings and refunds, beyond which the next press goes. */
  const [ahead, setAhead] = useState<string>();

  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const refuse = (text: string) => {
      setProblem(text);
      focusField(form, hasPassword ? 'password' : 'code');
    };
    const password = String(new FormData(form).get('password') ?? '');
    const proof = hasPassword ? { password } : { attempt: own.attempt, code: own.code };
    setProblem(undefined);
    setFailure(undefined);
    if (!hasPassword && !own.attempt) return setProblem('Ask for a code first');
    try {
      await remove.mutateAsync({ ...proof, confirm: ahead !== undefined });
    } catch (error) {
      const said = errorText(error, "Your account couldn't be deleted.");
      const reason = answerOf(error)?.reason as RefusalReason | undefined;
      const { password: ofPassword, code: ofCode } = fieldErrors(error);
      const atField = ofPassword ?? ofCode;
      if (atField) refuse(atField);
      else if (reason === 'bookings_ahead') setAhead(said);
      else if (reason === 'wrong_password' || reason === 'wrong_code') refuse(said);
      else setFailure(said);
      return;
    }
    endSession('accountDeleted');
    void navigate(pagePath('accountDeleted'), { replace: true });
  }

  return (
    <form className={formStyles.form} onSubmit={(event) => void send(event)} noValidate>
      {hasPassword ? (
        <TextField
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          error={problem}
        />
      ) : (
        <OwnCode own={own} error={problem} />
      )}
      <FormMessage>{failure}</FormMessage>
      <FormMessage tone="wait">{ahead}</FormMessage>
      <div className={formStyles.actions}>
        <Button type="submit" look="danger" busy={remove.isPending} busyText="Deleting...">
          {ahead ? 'Delete it anyway' : 'Delete my account'}
        </Button>
        <Button look="secondary" disabled={remove.isPending} onClick={cancel}>
          Keep my account
        </Button>
      </div>
    </form>
  );
}
