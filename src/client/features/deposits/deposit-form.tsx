import { useEffect, useRef, useState } from 'react';
import formStyles from '#client/features/forms/form.module.css';
import { FormEnd } from '#client/features/forms/form-end.tsx';
import { NotSaved } from '#client/features/forms/not-saved.tsx';
import { useUnsavedState } from '#client/features/forms/use-unsaved.ts';
import { SettingsSection } from '#client/features/settings/settings-section.tsx';
import { proofProblem, useProof } from '#client/features/settings/use-proof.tsx';
import { errorText } from '#client/lib/errors.ts';
import { focusOnceShown } from '#client/lib/focus.ts';
import { fieldErrors } from '#client/lib/form-errors.ts';
import { useSession } from '#client/lib/session.ts';
import { type Outputs, trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { Form } from '#client/ui/form.tsx';
import { FormMessage } from '#client/ui/message.tsx';
import { notify } from '#client/ui/notify.ts';
import { NumberField, SelectField } from '#client/ui/text-field.tsx';
import { useMoment } from '#client/ui/use-moment.ts';
import { WholeTimes } from '#client/ui/whole-times.tsx';
import { defaultTimeZone, limits } from '#shared/constants.ts';
import type { DepositSettings } from '#shared/deposits.ts';
import {
  type DepositWho,
  depositWhos,
  largeDepositPercent,
  type PayTo,
  payToLabels,
  payToValue,
  usualDepositPercent,
} from '#shared/rules/deposit.ts';
import { depositCents } from '#shared/rules/lines.ts';
import { formatPrice, toCents, toDollars } from '#shared/rules/price.ts';
import styles from './deposits.module.css';
import { LargeDeposit } from './large-deposit.tsx';
import { noPayTo, PayToFields, type PayToProblems, payToProblems } from './pay-to-fields.tsx';

const failed = "Your deposits couldn't be saved.";
const whoLabels: Record<DepositWho, string> = {
  everyone: 'Everyone',
  new_clients: 'New clients',
  after_no_show: 'Clients with a no-show',
};
const whoOptions = depositWhos.map((value) => ({ value, label: whoLabels[value] }));

/** What was changed and is not saved yet; all else is as it is kept. */
type Draft = { percent?: string; who?: DepositWho; payTo?: PayTo; isRemoved?: true };
const noDraft: Draft = {};

type OwnService = Outputs['services']['mine'][number];
type Problem = PayToProblems & Partial<Record<'percent' | 'proof' | 'failure', string | undefined>>;

interface DepositFormProps {
  settings: DepositSettings;
  /** Their own, of which some are examples. */
  services: readonly OwnService[];
}

/** How much is asked, of whom, and where it goes: one form, of which nothing counts until it is saved. */
export function DepositForm({ settings, services }: DepositFormProps) {
  const utils = trpc.useUtils();
  const change = trpc.deposits.updateSettings.useMutation();
  const proof = useProof();
  const [draft, setDraft, isOld] = useUnsavedState<Draft>('deposits', noDraft, settings);
  const [isTried, setTried] = useState(false);
  const [problem, setProblem] = useState<Problem>({});
  const { percent = String(settings.percent), who = settings.who, payTo = noPayTo, isRemoved = false } = draft;
  const share = Number(percent);
  const isShare = percent.trim() !== '' && Number.isInteger(share) && share >= 0 && share <= 100;
  const isSomewhere = settings.pay_to !== null || settings.pay_to_next !== null;
  const isTyped = payTo.value.trim() !== '' || payTo.name.trim() !== '';
  const givesPayTo = isTyped || (!isSomewhere && share > 0);
  const isChanged = percent !== String(settings.percent) || who !== settings.who || isRemoved || isTyped;
  const set = (more: Draft) => setDraft({ ...draft, ...more });
  const suggested = useSuggestion();
  const start = useRef<HTMLDivElement>(null);

  async function save() {
    setTried(true);
    setProblem({});
    if (!isShare) return setProblem({ percent: 'Must be a whole number from 0 to 100' });
    if (givesPayTo && !isTyped) return setProblem({ failure: 'First say where deposits are paid.' });
    if (givesPayTo && payToProblems(payTo)) return;
    const place = isRemoved ? null : payTo;
    const given = isRemoved || givesPayTo ? { pay_to: place, ...proof.given } : {};
    try {
      utils.deposits.settings.setData(undefined, await change.mutateAsync({ percent: share, who, ...given }));
    } catch (error) {
      return setProblem(problemOf(error));
    }
    setDraft(noDraft);
    setTried(false);
    proof.reset();
    notify.success(isRemoved ? 'New bookings ask for no deposit.' : 'Saved.');
  }

  return (
    <Form className={formStyles.form} send={save}>
      {!isSomewhere && (
        <div ref={start} tabIndex={-1}>
          {isChanged ? (
            <p>Check what's below, then save.</p>
          ) : (
            <Button
              onClick={() => {
                setDraft({ percent: String(usualDepositPercent), payTo: suggested });
                // The button goes.
                start.current?.focus();
              }}
            >
              Start with {usualDepositPercent}%
            </Button>
          )}
        </div>
      )}
      <SettingsSection title="How much" lead="A service can have a deposit of its own, in its form.">
        <div className={formStyles.pair}>
          <NumberField
            label="Percent of the price"
            whole
            min={limits.depositPercent.min}
            max={limits.depositPercent.max}
            hint="0: only services with a deposit of their own ask for one."
            value={percent}
            disabled={isRemoved}
            onChange={({ target }) => set({ percent: target.value })}
            error={problem.percent}
          />
          <SelectField
            label="Who pays one"
            options={whoOptions}
            value={who}
            onChange={({ target }) => set({ who: target.value as DepositWho })}
          />
        </div>
        {isShare && <Examples services={services} percent={share} />}
        {isShare && share > largeDepositPercent && <LargeDeposit />}
      </SettingsSection>
      <SettingsSection
        title="Where it goes"
        lead="Your PayID or bank account. Clients see it once they've booked, and compare the name."
      >
        <Places
          settings={settings}
          isOpen={draft.payTo !== undefined || isRemoved}
          onChange={() => set({ payTo })}
          onRemove={() => setDraft({ percent: '0', isRemoved: true })}
        />
        {isRemoved ? (
          <p>
            New bookings will ask for no deposit, and we'll forget where yours are paid to. Bookings you already have
            keep their deposit.
          </p>
        ) : (
          (draft.payTo !== undefined || !isSomewhere) && (
            <>
              <PayToFields
                value={payTo}
                onChange={(payTo) => set({ payTo })}
                problems={(isTried && givesPayTo && payToProblems(payTo)) || problem}
                autoFocus={isSomewhere}
              />
              <p className="soft">
                {!isSomewhere && 'Your first one works straight away. '}A change takes 24 hours, or 3 days if your email
                changed this week, so no one can redirect your deposits without you noticing.
              </p>
            </>
          )
        )}
        {(isRemoved || draft.payTo !== undefined || givesPayTo) && proof.field(problem.proof, isRemoved)}
        {isSomewhere && (isRemoved || draft.payTo !== undefined) && (
          <div>
            <Button look="secondary" onClick={() => setDraft(isRemoved ? noDraft : { ...draft, payTo: undefined })}>
              {isRemoved ? 'Keep asking' : 'Keep it'}
            </Button>
          </div>
        )}
      </SettingsSection>
      <FormEnd failure={problem.failure} submitText="Save" busy={change.isPending} busyText="Saving...">
        {isChanged && !change.isPending && <NotSaved isOld={isOld} />}
      </FormEnd>
    </Form>
  );
}

/** Where hers most likely go: a PayID of her own mobile, or else of her email. */
function useSuggestion(): PayTo {
  const email = useSession((session) => session.email) ?? '';
  const { data: profile } = trpc.professionals.profile.useQuery();
  const mobile = payToValue('payid_phone', profile?.contact_phone ?? '');
  const name = profile?.display_name ?? '';
  return mobile ? { kind: 'payid_phone', value: mobile, name } : { kind: 'payid_email', value: email, name };
}

function problemOf(error: unknown): Problem {
  const { percent, pay_to, value, name } = fieldErrors(error, 'pay_to');
  const proof = proofProblem(error);
  const isNamed = Boolean(percent || value || name || proof);
  return { percent, value, name, proof, failure: isNamed ? undefined : (pay_to ?? errorText(error, failed)) };
}

/** What it comes to for some of their own services: `Knotless Braids $220: $44`. */
function Examples({ services, percent }: { services: readonly OwnService[]; percent: number }) {
  const active = services.filter(({ is_active }) => is_active).slice(0, 3);
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

interface PlacesProps {
  settings: DepositSettings;
  /** Whether another place is being given. */
  isOpen: boolean;
  onChange: () => void;
  onRemove: () => void;
}

/** Where deposits go now and next, and the ways to change that. */
function Places({ settings: { pay_to, pay_to_next, pay_to_from }, isOpen, onChange, onRemove }: PlacesProps) {
  const { data: profile } = trpc.professionals.profile.useQuery();
  const moment = useMoment(profile?.time_zone ?? defaultTimeZone);
  const shown = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  // What had the focus is gone.
  useEffect(() => {
    const isClosed = wasOpen.current && !isOpen;
    wasOpen.current = isOpen;
    return isClosed ? focusOnceShown(shown.current) : undefined;
  }, [isOpen]);
  if (!pay_to && !pay_to_next) return null;
  return (
    <>
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
      {!isOpen && (
        <div className={formStyles.actions}>
          <Button look="secondary" onClick={onChange}>
            Change
          </Button>
          <Button look="quiet" onClick={onRemove}>
            Stop asking for deposits
          </Button>
        </div>
      )}
    </>
  );
}

function Place({ payTo }: { payTo: PayTo }) {
  return (
    <span translate="no">
      {payToLabels[payTo.kind]} <strong>{payTo.value}</strong>, <bdi>{payTo.name}</bdi>
    </span>
  );
}
