import type { ReactNode } from 'react';
import { useSession } from '#client/lib/session.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import { Steps } from '#client/ui/steps.tsx';
import styles from './booking-frame.module.css';
import { type Choices, detailsStep, servicesStep, stateOf, timeStep } from './choices.ts';

const stepNames = ['Service', 'Time', 'Details', 'Done'] as const;

/** Where each step can be walked back to with everything kept. A visitor's services are chosen on the service's own page. */
function addressesOf(choices: Choices | undefined, isClient: boolean) {
  if (!choices || choices.serviceIds.length === 0) return [];
  const service = isClient && choices.professionalId ? servicesStep(choices) : `/service-details/${choices.serviceIds[0]}`;
  return [service, choices.professionalId ? timeStep(choices) : undefined, detailsStep(choices)];
}

interface BookingStepsProps {
  current: (typeof stepNames)[number];
  /** What was chosen so far; without it nothing can be walked back to. */
  choices?: Choices;
}

export function BookingSteps({ current, choices }: BookingStepsProps) {
  const isClient = useSession((session) => session.role === 'client');
  const addresses = addressesOf(choices, isClient);
  const state = choices && stateOf(choices);
  return (
    <Steps
      label="Booking steps"
      steps={stepNames.map((name, index) => ({ name, to: addresses[index], state }))}
      current={stepNames.indexOf(current)}
    />
  );
}

interface BookingFrameProps extends BookingStepsProps {
  title: string;
  lead?: ReactNode;
  /** What was chosen and the main action: beside the content on a desktop, at the bottom of a phone's screen. */
  summary?: ReactNode;
  children: ReactNode;
}

/** The screens on which a booking is put together. */
export function BookingFrame({ current, choices, title, lead, summary, children }: BookingFrameProps) {
  return (
    <Page title={title}>
      <BookingSteps current={current} choices={choices} />
      <PageHeading lead={lead}>{title}</PageHeading>
      <Split
        aside={
          summary && (
            <aside className={styles.aside} aria-label="Your booking">
              {summary}
            </aside>
          )
        }
      >
        {children}
      </Split>
    </Page>
  );
}
