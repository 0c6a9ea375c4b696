import { useId } from 'react';
import { trpc } from '#client/lib/trpc.ts';
import { Button } from '#client/ui/button.tsx';
import { dot } from '#client/ui/dot.ts';
import { Icon } from '#client/ui/icon.tsx';
import { Link } from '#client/ui/link.tsx';
import { notify } from '#client/ui/notify.ts';
import { useFocusBack } from '#client/ui/use-focus-back.ts';
import { pagePath } from '#shared/pages.ts';
import type { OwnProfessional, FirstSteps as Steps } from '#shared/professionals.ts';
import styles from './first-steps.module.css';

type Step = { title: string; text: string; to: string; isDone: boolean };

function stepsOf({ profile, place, service, hours }: Steps, professionalId: string): Step[] {
  return [
    {
      title: 'Complete your profile',
      text: 'Say who you are and what you do best.',
      to: pagePath('editProfessionalProfile'),
      isDone: profile,
    },
    {
      title: 'Say where you work',
      text: 'Your salon, your home or on the road. Only confirmed clients get the address.',
      to: pagePath('editProfessionalProfile'),
      isDone: place,
    },
    {
      title: 'Add your first service',
      text: 'With its price and how long it takes.',
      to: pagePath('createService'),
      isDone: service,
    },
    {
      title: 'Set your weekly hours',
      text: "Clients book only when you're open.",
      to: pagePath('setHours'),
      isDone: hours,
    },
    {
      title: 'See your page',
      text: "It's what clients see. Share its link.",
      to: pagePath('publicProfessional', { professionalId }),
      isDone: false,
    },
  ];
}

interface FirstStepsProps {
  profile: OwnProfessional;
  /** Undefined where they could not be had. */
  steps: Steps | undefined;
}

/**
 * What a new professional has to do before clients can book, above the rest of the dashboard. Left for later, it is one
 * line; complete, it is gone.
 */
export function FirstSteps({ profile: { id: professionalId, is_active }, steps: data }: FirstStepsProps) {
  const { professionals } = trpc.useUtils();
  const update = trpc.professionals.updateFirstSteps.useMutation({
    onSuccess: (steps) => professionals.firstSteps.setData(undefined, steps),
    onError: (error) => notify.failure(error, "That couldn't be saved. Please try again."),
  });
  const id = useId();
  useFocusBack(update.isPending);
  if (!data || data.state === 'done') return null;

  const steps = stepsOf(data, professionalId);
  const done = steps.filter(({ isDone }) => isDone).length;
  const next = steps.find(({ isDone }) => !isDone);
  // Where one works can be said later.
  const canEnd = data.profile && data.service && data.hours;
  if (data.state === 'hidden') {
    return (
      <p className={styles.later}>
        <span>
          Setting up: {done} of {steps.length} done
          {!is_active && `${dot}your page isn't public yet`}
        </span>
        <Button look="quiet" busy={update.isPending} onClick={() => update.mutate({ state: 'open' })}>
          Continue setting up
        </Button>
      </p>
    );
  }
  return (
    <section className={styles.steps} aria-labelledby={id}>
      <div className={styles.head}>
        <h2 id={id}>First steps</h2>
        <p className={`soft ${styles.count}`}>
          {done} of {steps.length} done
        </p>
        <Button look="quiet" busy={update.isPending} onClick={() => update.mutate({ state: 'hidden' })}>
          Later
        </Button>
        {!is_active && (
          <p className={styles.wide}>
            Your page goes public by itself once your location, a service and your hours are in.
          </p>
        )}
        <progress className={styles.bar} value={done} max={steps.length} aria-labelledby={id} />
      </div>
      <ol className={styles.list}>
        {steps.map((step) => (
          <li
            key={step.title}
            className={styles.step}
            data-done={step.isDone || undefined}
            data-next={step === next || undefined}
          >
            <span className={styles.mark} aria-hidden="true">
              {step.isDone && <Icon size={20} path="M4.5 10.5l4 4 7-8.5" />}
            </span>
            <span>
              <Link
                to={step.to}
                aria-current={step === next ? 'step' : undefined}
                // The page is the last step: whoever opens it with what is needed done has set up.
                onClick={() => canEnd && step === steps.at(-1) && update.mutate({ state: 'done' })}
              >
                {step.title}
              </Link>
              <span className={step === next ? 'soft' : 'soft unseen-on-phone'}>
                {step.isDone ? 'Done' : step.text}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <p className="soft">
        Moving from Fresha, Booksy, Square or a phone? <Link to={pagePath('importContacts')}>Bring your clients</Link>
      </p>
    </section>
  );
}
