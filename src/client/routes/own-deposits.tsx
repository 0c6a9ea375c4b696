import { useEffect, useRef, useState } from 'react';
import { returnLink } from '#client/features/booking/ticket/return-link.ts';
import { ownServices } from '#client/features/dashboard/use-service-order.ts';
import styles from '#client/features/deposits/deposits.module.css';
import { LargeDeposit } from '#client/features/deposits/large-deposit.tsx';
import { noPayTo, PayToFields, type PayToProblems, payToProblems } from '#client/features/deposits/pay-to-fields.tsx';
import { FailurePage } from '#client/features/errors/failure-page.tsx';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { FormLoading } from '#client/features/forms/form-loading.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { SettingsSection } from '#client/features/settings/settings-section.tsx';
import { useProof } from '#client/features/settings/use-proof.tsx';
import { errorText, statusOf } from '#client/lib/errors.ts';
import { focusOnceShown } from '#client/lib/focus.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { NumberField, SelectField } from '#client/ui/text-field.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone, limits } from '#shared/constants.ts';
import type { DepositSettings, DepositSettingsInput } from '#shared/deposits.ts';
import { pages } from '#shared/pages.ts';
import { type DepositWho, depositWhos, largeDepositPercent, type PayTo, payToLabels } from '#shared/rules/deposit.ts';
import { depositCents } from '#shared/rules/lines.ts';
import { formatPrice, toCents, toDollars } from '#shared/rules/price.ts';

const { title } = pages.ownDeposits;
const failed = "Your deposits couldn't be saved.";
const whoLabels: Record<DepositWho, string> = {
  everyone: 'Everyone',
  new_clients: 'New clients',
  after_no_show: 'Clients with a no-show',
};
const whoOptions = depositWhos.map((value) => ({ value, label: whoLabels[value] }));

/** What a professional asks to be paid ahead, of whom, and where it goes. */
export function OwnDeposits() {
  const { data, error, refetch } = trpc.deposits.settings.useQuery();
  // With the settings, because its examples stand above the rest.
  const { isLoading } = trpc.services.mine.useQuery(ownServices);
  if (data && !isLoading) return <Loaded settings={data} />;
  if (error)
    return (
      <FailurePage title={title} text="Failed to load your deposits." retry={refetch} {...returnLink('professional')} />
    );
  return <FormLoading title={title} text="Loading your deposits" />;
}

function Loaded({ settings }: { settings: DepositSettings }) {
  // Without anywhere to be paid the percent is 0 again, whatever stands in its field.
  const [removals, setRemovals] = useState(0);
  return (
    <Page title={title} width="middle">
      <PageHeading lead="Clients pay ahead, from their bank straight to yours. No card processor, no fee.">
        {title}
      </PageHeading>
      <RuleSection key={removals} settings={settings} />
      <PayToSection settings={settings} onRemoved={() => setRemovals(removals + 1)} />
      <SettingsSection title="When a booking is cancelled">
        <p>
          If you cancel, or your client cancels in time, you send the deposit back within 7 days. If they don't show up,
          you keep it. If a booking ends before it was paid, nothing is due.
        </p>
      </SettingsSection>
    </Page>
  );
}

function RuleSection({ settings }: { settings: DepositSettings }) {
  const utils = trpc.useUtils();
  const change = trpc.deposits.updateSettings.useMutation();
  const [percent, setPercent] = useUnsavedState('percent', String(settings.percent));
  const [who, setWho] = useUnsavedState<DepositWho>('who', settings.who);
  const [problem, setProblem] = useState<{ percent?: string; failure?: string }>({});
  const share = Number(percent);
  const isShare = percent.trim() !== '' && Number.isInteger(share) && share >= 0 && share <= 100;

  async function save() {
    setProblem({});
    if (!isShare) return setProblem({ percent: 'Must be a whole number from 0 to 100' });
    try {
      utils.deposits.settings.setData(undefined, await change.mutateAsync({ percent: share, who }));
      notify.success('Saved.');
    } catch (error) {
      const found = fieldErrors(error);
      setProblem({ percent: found.percent ?? found.pay_to, failure: errorText(error, failed, failed) });
    }
  }

  return (
    <SettingsSection title="How much" lead="A service can have a deposit of its own, in its form.">
      <Form className={formStyles.form} send={save}>
        <div className={formStyles.pair}>
          <NumberField
            label="Percent of the price"
            whole
            min={limits.depositPercent.min}
            max={limits.depositPercent.max}
            hint="0: only services with a deposit of their own ask for one."
            value={percent}
            onChange={({ target }) => setPercent(target.value)}
            error={problem.percent}
          />
          <SelectField
            label="Who pays one"
            options={whoOptions}
            value={who}
            onChange={({ target }) => setWho(target.value as DepositWho)}
          />
        </div>
        {isShare && <Examples percent={share} />}
        {isShare && share > largeDepositPercent && <LargeDeposit />}
        <FormEnd
          failure={problem.percent ? undefined : problem.failure}
          submitText="Save"
          busy={change.isPending}
          busyText="Saving..."
        />
      </Form>
    </SettingsSection>
  );
}

/** What it comes to for some of their own services: `Knotless Braids $220: $44`. */
function Examples({ percent }: { percent: number }) {
  const { data } = trpc.services.mine.useQuery(ownServices);
  const active = (data ?? []).filter(({ is_active }) => is_active).slice(0, 3);
  if (active.length === 0) return null;
  const short = (dollars: number) => formatPrice(dollars).replace(/\.00$/, '');
  return (
    <ul className={styles.examples} aria-label="Examples">
      {active.map(({ id, name, price, deposit }) => {
        const cents = { price_cents: toCents(price), deposit_cents: deposit === null ? null : toCents(deposit) };
        return (
          <li key={id}>
            <bdi>{name}</bdi> {short(price)}: <strong>{short(toDollars(depositCents([cents], percent)))}</strong>
          </li>
        );
      })}
    </ul>
  );
}

function PayToSection({ settings, onRemoved }: { settings: DepositSettings; onRemoved: () => void }) {
  const { pay_to, pay_to_next, pay_to_from } = settings;
  const [open, setOpen] = useState<'change' | 'remove'>();
  const { data: profile } = trpc.professionals.profile.useQuery();
  const moment = useMoment(profile?.time_zone ?? defaultTimeZone);
  const [closings, setClosings] = useState(0);
  const shown = useRef<HTMLDivElement>(null);
  function close() {
    setOpen(undefined);
    setClosings(closings + 1);
  }
  const isSomewhere = pay_to !== null || pay_to_next !== null;
  // The form had the focus; what it saved may come a moment later.
  useEffect(() => (closings > 0 && isSomewhere ? focusOnceShown(shown.current) : undefined), [closings, isSomewhere]);
  return (
    <SettingsSection
      title="Where it goes"
      lead="Your PayID or bank account. Clients see it once they've booked, and compare the name."
    >
      {isSomewhere && (
        <div ref={shown} tabIndex={-1} className={formStyles.form}>
          {pay_to && (
            <p>
              <Place payTo={pay_to} />
            </p>
          )}
          {pay_to_next && pay_to_from && (
            <FormMessage tone="wait">
              From <WholeTimes text={moment(Date.parse(pay_to_from))} /> on: <Place payTo={pay_to_next} />. Until then{' '}
              {pay_to ? 'clients pay as before' : 'you ask for no deposit'}. We've emailed you how to drop it.
            </FormMessage>
          )}
        </div>
      )}
      {open === 'change' || !isSomewhere ? (
        <PayToForm isNew={!isSomewhere} close={close} />
      ) : open === 'remove' ? (
        <RemoveForm close={close} onRemoved={onRemoved} />
      ) : (
        <div className={formStyles.actions}>
          <Button look="secondary" onClick={() => setOpen('change')}>
            Change
          </Button>
          <Button look="quiet" onClick={() => setOpen('remove')}>
            Stop asking for deposits
          </Button>
        </div>
      )}
    </SettingsSection>
  );
}

function Place({ payTo }: { payTo: PayTo }) {
  return (
    <span translate="no">
      {payToLabels[payTo.kind]} <strong>{payTo.value}</strong>, <bdi>{payTo.name}</bdi>
    </span>
  );
}

type Problem = PayToProblems & { proof?: string | undefined; failure?: string | undefined };

function problemOf(error: unknown): Problem {
  const said = errorText(error, failed, failed);
  if (statusOf(error) === 409) return { proof: said };
  const { value, name, password, code, ...others } = fieldErrors(error, 'pay_to');
  const isNamed = Boolean(value || name || password || code) && Object.keys(others).length === 0;
  return { value, name, proof: password ?? code, failure: isNamed ? undefined : said };
}

/** Changes settings that nobody changes without a proof; what is refused is told. */
function useProvenChange() {
  const utils = trpc.useUtils();
  const change = trpc.deposits.updateSettings.useMutation();
  const proof = useProof();
  const [problem, setProblem] = useState<Problem>({});

  async function save(input: DepositSettingsInput): Promise<DepositSettings | undefined> {
    try {
      const changed = await change.mutateAsync({ ...input, ...proof.given });
      utils.deposits.settings.setData(undefined, changed);
      proof.reset();
      return changed;
    } catch (error) {
      setProblem(problemOf(error));
      return undefined;
    }
  }
  return { save, proof, problem, clear: () => setProblem({}), isBusy: change.isPending };
}

function PayToForm({ isNew, close }: { isNew: boolean; close: () => void }) {
  const change = useProvenChange();
  const { proof, problem, isBusy } = change;
  const [payTo, setPayTo] = useUnsavedState<PayTo>('pay to', noPayTo);
  const [isTried, setTried] = useState(false);

  async function save() {
    setTried(true);
    change.clear();
    if (payToProblems(payTo)) return;
    const changed = await change.save({ pay_to: payTo });
    if (!changed) return;
    notify.success(changed.pay_to_next ? 'Saved. It takes effect in 24 hours.' : 'Saved.');
    close();
  }

  return (
    <Form className={formStyles.form} send={save}>
      <PayToFields
        value={payTo}
        onChange={setPayTo}
        problems={(isTried && payToProblems(payTo)) || problem}
        autoFocus={!isNew}
      />
      <p className="soft">
        {isNew && 'Your first one works straight away. '}A change takes 24 hours, so no one can redirect your deposits
        without you noticing.
      </p>
      {proof.field(problem.proof)}
      <FormEnd failure={problem.failure} submitText={isNew ? 'Save' : 'Change it'} busy={isBusy} busyText="Saving...">
        {!isNew && (
          <Button look="secondary" onClick={close}>
            Keep it
          </Button>
        )}
      </FormEnd>
    </Form>
  );
}

function RemoveForm({ close, onRemoved }: { close: () => void; onRemoved: () => void }) {
  const change = useProvenChange();
  const { proof, problem, isBusy } = change;

  async function remove() {
    change.clear();
    if (!(await change.save({ percent: 0, pay_to: null }))) return;
    notify.success('New bookings ask for no deposit.');
    close();
    onRemoved();
  }

  return (
    <Form className={formStyles.form} send={remove}>
      <p>
        New bookings will ask for no deposit, and we'll forget where yours are paid to. Bookings you already have keep
        their deposit.
      </p>
      {proof.field(problem.proof, true)}
      <FormEnd failure={problem.failure} submitText="Stop asking" busy={isBusy} busyText="Saving...">
        <Button look="secondary" onClick={close}>
          Keep asking
        </Button>
      </FormEnd>
    </Form>
  );
}
