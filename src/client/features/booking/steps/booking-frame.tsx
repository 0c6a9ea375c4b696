import type { ReactNode } from 'react';
import {
  type Choices,
  detailsStep,
  serviceStep,
  servicesStep,
  stateOf,
  timeStep,
} from '#client/features/booking/choose/choices.ts';
import { useSession } from '#client/lib/session.ts';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { Split } from '#client/ui/split.tsx';
import { Steps } from '#client/ui/steps.tsx';
import styles from './booking-frame.module.css';

const stepNames = ['Service', 'Time', 'Details', 'Done'] as const;

/** Returns each step's address with the choices. The services step is for clients: others go to the service's page. */
function addressesOf(choices: Choices | undefined, isClient: boolean) {
  if (choices?.quoteId !== undefined) return [undefined, timeStep(choices), detailsStep(choices)];
  if (!choices || choices.serviceIds.length === 0) return [];
  const service = isClient && choices.professionalId ? servicesStep(choices) : serviceStep(choices);
  return [service, choices.professionalId ? timeStep(choices) : undefined, detailsStep(choices)];
}

interface BookingStepsProps {
  current: (typeof stepNames)[number];
  /** The choices so far; without them the steps are not links. */
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
  /** Choices and main action: beside the content on a desktop, at the bottom of a phone's screen. */
  summary?: ReactNode;
  children: ReactNode;
}

/** Layout of the booking flow's screens. */
export function BookingFrame({ current, choices, title, lead, summary, children }: BookingFrameProps) {
  return (
    <Page title={title}>
      <div className={styles.steps}>
        <BookingSteps current={current} choices={choices} />
      </div>
      <PageHeading lead={lead}>{title}</PageHeading>
      <Split
        aside={
          summary && (
            <aside className={styles.aside} aria-label="Your booking" data-sticky-bar>
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
