import type { ReactNode } from 'react';
import { useFilters } from '#client/features/browse/use-filters.ts';
import { FindSlots } from '#client/features/landing/find-slots.tsx';
import { FreeSoon } from '#client/features/landing/free-soon.tsx';
import { PictureCarousel } from '#client/features/landing/picture-carousel.tsx';
import { useClientSignup } from '#client/features/login/use-client-signup.ts';
import { SignupNotice } from '#client/features/waitlist/signup-notice.tsx';
import { ButtonLink } from '#client/ui/button.tsx';
import { Coil } from '#client/ui/logo.tsx';
import { Ornament } from '#client/ui/ornament.tsx';
import { Page, PageHeading } from '#client/ui/page.tsx';
import { PagePart } from '#client/ui/page-part.tsx';
import { unbroken } from '#client/ui/unbroken.ts';
import { patterns } from '#shared/ornament-patterns.ts';
import { pagePath, pages } from '#shared/pages.ts';
import styles from './home.module.css';

const forClients = [
  {
    title: 'Somebody who knows your hair',
    text: 'Find a curl specialist, a loctician or a barber by what they do best, and read who they are before you sit down.',
  },
  {
    title: 'The price and the time, before you ask',
    text: "Every service says what it costs and how long it takes. Add what you need and see when you'll be done.",
  },
  {
    title: "A time that's really free",
    text: "Pick from the times your stylist has opened, at midnight or on the bus. No calls, and we'll email you when it's confirmed.",
  },
];

const forStylists = [
  {
    title: 'Your hours, your prices',
    text: "Open the times that suit you, with breathing space between clients. Nobody can book what you didn't open.",
  },
  {
    title: 'You say yes',
    text: 'A request comes with the name, the services and the notes. Confirm it with one tap, or decline it.',
  },
  {
    title: 'A page worth sharing',
    text: 'Your work, your specialities and your free times under one link that you can show every client.',
  },
];

/** `here`: what of it can be used today. */
const roadmap = [
  {
    title: 'Client history and notes',
    here: 'Here already',
    text: 'Visits, what was spent and your own notes on everyone who comes, one tap from each booking.',
  },
  {
    title: 'Specialization-based booking',
    here: 'Here already',
    text: 'Start from your hair and what you want done, and meet those who are trained for exactly that.',
  },
  {
    title: 'No-show prevention with deposits and reminders',
    here: 'Here already',
    text: 'Deposits go straight from bank to bank by PayID, without a card processor or a fee. Reminders do the rest.',
  },
  {
    title: 'Waitlist and cancellation management',
    here: 'Here already',
    text: 'A cancelled time goes to the next in line by itself, and is held until they answer.',
  },
];

export function Home() {
  const found = useFilters('professionals');
  // Clients book at once; the waitlist is for professionals then.
  const isOpen = useClientSignup() === 'open';
  return (
    <>
      <Page title={pages.home.title} width="full">
        <div className={styles.notice}>
          <SignupNotice />
        </div>
        <div className={styles.hero}>
          <div className={styles.coil}>
            <Coil />
          </div>
          <div className={styles.find}>
            <PageHeading lead="Braiders, locticians, curl specialists and barbers, with live availability.">
              What does your hair need?
            </PageHeading>
            <FindSlots filters={found.filters} change={found.change} />
          </div>
        </div>
        <PagePart columnClass={styles.column}>
          <FreeSoon {...found} />
        </PagePart>
      </Page>
      <section className={`${styles.section} ${styles.sunk}`} aria-labelledby="new-here">
        <div className={`${styles.column} ${styles.invitation}`}>
          <div className={styles.words}>
            <h2 id="new-here">New here?</h2>
            <p>
              Saluni brings barbers, hairdressers and specialists in textured, curly and kinky hair together with the
              people who have been looking for them.{' '}
              {isOpen
                ? 'Pick a time and book it: all you need is your name and a code we email you.'
                : "We open to a few people at a time: leave your name and we'll email you when you're approved."}
            </p>
            {isOpen && (
              <p>
                <strong>Are you a stylist?</strong> We open to a few at a time: leave your name and we'll email you when
                it's your turn.
              </p>
            )}
            <ButtonLink to={pagePath('waitlistSignup')} className={styles.main}>
              Apply for Early Access
            </ButtonLink>
          </div>
          <Example />
        </div>
      </section>
      <div className={styles.pictures}>
        <PagePart columnClass={styles.column}>
          <PictureCarousel />
        </PagePart>
      </div>
      <Benefits id="clients" title="For clients" benefits={forClients} pair={2} />
      <Benefits id="stylists" title="For stylists" benefits={forStylists} pair={5} sunk />
      <Section id="roadmap" title="What is here, and what comes next">
        <ol className={styles.roadmap}>
          {roadmap.map(({ title, here, text }) => (
            <li key={title}>
              <Coil />
              <h3>{title}</h3>
              <p>
                <strong className={styles.here}>{here}.</strong> {text}
              </p>
            </li>
          ))}
        </ol>
      </Section>
      <Founder />
      <section className={styles.claim} aria-labelledby="claim">
        <Ornament pattern="coil" id="claim" pair={0} width={1184} height={420} className={styles.ground} />
        <div className={styles.offer}>
          <h2 id="claim">The first chairs are being filled</h2>
          <p>
            Join the waitlist as {isOpen ? 'a hairdresser or a barber' : 'a client, a hairdresser or a barber'}.
            Professionals are reviewed before their spot is confirmed.
          </p>
          <ButtonLink to={pagePath('waitlistSignup')}>Claim Your Spot</ButtonLink>
        </div>
      </section>
    </>
  );
}

/** A sample booking. */
function Example() {
  return (
    <figure className={styles.example}>
      <Ornament pattern="braid" id="welcome" pair={1} width={520} height={360} />
      <figcaption className={styles.ticket}>
        <span className={styles.note}>A booking, for example</span>
        <span className={`figure ${styles.when}`}>{`Saturday, ${unbroken('9:30 AM')}`}</span>
        <span>Knotless braids, to the shoulder</span>
        <span className={styles.sum}>
          <strong className="figure">$220.00</strong> 4 h, until 1:30 PM
        </span>
      </figcaption>
    </figure>
  );
}

function Section({ id, title, sunk, children }: { id: string; title: string; sunk?: boolean; children: ReactNode }) {
  return (
    <section className={[styles.section, sunk && styles.sunk].filter(Boolean).join(' ')} aria-labelledby={id}>
      <div className={styles.column}>
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </section>
  );
}

interface BenefitsProps {
  id: string;
  title: string;
  benefits: readonly { title: string; text: string }[];
  /** Of the first one's ornament; the others follow. */
  pair: number;
  sunk?: boolean;
}

function Benefits({ id, title, benefits, pair, sunk }: BenefitsProps) {
  return (
    <Section id={id} title={title} sunk={sunk}>
      <ul className={styles.benefits}>
        {benefits.map((benefit, index) => (
          <li key={benefit.title} className={styles.benefit}>
            <Ornament pattern={patterns[pair - index] ?? 'coil'} pair={pair + index} id={benefit.title} />
            <h3>{benefit.title}</h3>
            <p>{benefit.text}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Founder() {
  return (
    <section className={styles.founder} aria-label="From the founders">
      <Coil />
      <figure className={styles.column}>
        <blockquote>
          <p>
            Nobody should have to explain their hair to every new stylist, and hope. With us you see who knows your
            hair, what it costs and when they are free, and then you just go.
          </p>
        </blockquote>
        <figcaption>A promise, from the people who make Saluni</figcaption>
      </figure>
    </section>
  );
}
