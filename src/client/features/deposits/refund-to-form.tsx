import { useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { proofProblem, useProof } from '#client/features/settings/use-proof.tsx';
import { saveErrorText } from '#client/lib/errors.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { notify } from '#client/ui/notify.ts';
import type { PayTo } from '#shared/rules/deposit.ts';
import { noPayTo, PayToFields, type PayToProblems, payToProblems } from './pay-to-fields.tsx';

/** Where a client's refund goes. What they said before, `given`, is replaced with a proof of who asks. */
export function RefundToForm({ id, given, close }: { id: string; given: PayTo | null; close?: () => void }) {
  const { client, bookings } = trpc.useUtils();
  const [payTo, setPayTo, isOld] = useUnsavedState<PayTo>(`refund ${id}`, given ?? noPayTo);
  const [isTried, setTried] = useState(false);
  const [problems, setProblems] = useState<PayToProblems & { proof?: string | undefined }>({});
  const proof = useProof();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const isChanged = given && (['kind', 'value', 'name'] as const).some((field) => payTo[field] !== given[field]);

  async function save() {
    setTried(true);
    setProblems({});
    setFailure(undefined);
    if (payToProblems(payTo)) return;
    setBusy(true);
    try {
      await client.deposits.refundTo.mutate({ id, ...payTo, ...(given && proof.given) });
      notify.success('Saved.');
      await bookings.invalidate();
      close?.();
    } catch (error) {
      const { value, name } = fieldErrors(error);
      const refused = proofProblem(error);
      if (value || name || refused) setProblems({ value, name, proof: refused });
      else setFailure(saveErrorText(error));
    }
    setBusy(false);
  }

  return (
    <Form className={formStyles.form} send={save}>
      <PayToFields
        value={payTo}
        onChange={setPayTo}
        problems={(isTried && payToProblems(payTo)) || problems}
        label="Send it to"
        autoFocus={given !== null}
      />
      {given && proof.field(problems.proof)}
      <FormEnd failure={failure} submitText="Send it there" busy={isBusy} busyText="Saving...">
        {isChanged && !isBusy && <NotSaved isOld={isOld} />}
        {given && (
          <Button look="secondary" onClick={close}>
            Keep it
          </Button>
        )}
      </FormEnd>
    </Form>
  );
}
